#!/bin/sh
# Pins go.mod to one Kubernetes release: pin-release.sh 1.36.3 3.6.8 (Kubernetes, etcd).
# k8s.io/kubernetes requires its staging modules as v0.0.0; each needs a replace to its tagged twin.
set -eu
cd "$(dirname "$0")"
kubernetes=$1
etcd=$2
staging="v0.${kubernetes#1.}"

rm -f go.mod go.sum
go mod init gcscope/real-cluster
go mod edit -require "k8s.io/kubernetes@v$kubernetes" -require "go.etcd.io/etcd/server/v3@v$etcd"
upstream=$(go mod download -json "k8s.io/kubernetes@v$kubernetes" | sed -n 's/^.*"GoMod": "\(.*\)",*$/\1/p')
go mod edit -go "$(sed -n 's/^go //p' "$upstream")"
for module in $(sed -n 's/^[[:space:]]*\(k8s\.io\/[^ ]*\) v0\.0\.0$/\1/p' "$upstream" | sort -u); do
  go mod edit -replace "$module=$module@$staging"
done
go mod tidy
