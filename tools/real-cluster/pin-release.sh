#!/bin/sh
# Pins a module file to one Kubernetes release: pin-release.sh 1.36.3 3.6.8 (Kubernetes, etcd), or
# pin-release.sh 1.28.15 3.5.9 go.v1.28.mod for another series beside go.mod.
# k8s.io/kubernetes requires its staging modules as v0.0.0; each needs a replace to its tagged twin.
set -eu
cd "$(dirname "$0")"
kubernetes=$1
etcd=$2
file=${3:-go.mod}
staging="v0.${kubernetes#1.}"

rm -f "$file" "${file%.mod}.sum"
printf 'module gcscope/real-cluster\n' >"$file"
go mod edit -require "k8s.io/kubernetes@v$kubernetes" -require "go.etcd.io/etcd/server/v3@v$etcd" "$file"
upstream=$(cd "${TMPDIR:-/tmp}" && go mod download -json "k8s.io/kubernetes@v$kubernetes" | sed -n 's/^.*"GoMod": "\(.*\)",*$/\1/p')
go mod edit -go "$(sed -n 's/^go //p' "$upstream")" "$file"
for module in $(sed -n 's/^[[:space:]]*\(k8s\.io\/[^ ]*\) v0\.0\.0$/\1/p' "$upstream" | sort -u); do
  go mod edit -replace "$module=$module@$staging" "$file"
done
go mod tidy -modfile="$file"
