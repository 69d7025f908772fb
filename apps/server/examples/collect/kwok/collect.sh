#!/bin/sh
# A kwok cluster without a controller manager, whose garbage collector is gcscope.
set -eu
work=$(mktemp -d)
export KUBECONFIG="$work/kubeconfig"
kwokctl create cluster --name gc --runtime binary --components etcd,kube-apiserver --wait 60s
gcscope collect --yes-delete --port 0 > "$work/url" &
collector=$!
trap 'kill "$collector" || true; wait "$collector" || true; kwokctl delete cluster --name gc; rm -r "$work"' EXIT
# Its first line is its URL; it collects from then on.
until [ -s "$work/url" ]; do kill -0 "$collector"; sleep 0.1; done

kubectl create configmap owner
uid=$(kubectl get configmap owner -o jsonpath='{.metadata.uid}')
kubectl create -f - << MANIFEST
apiVersion: v1
kind: ConfigMap
metadata:
  name: dependent
  ownerReferences:
    - { apiVersion: v1, kind: ConfigMap, name: owner, uid: $uid }
MANIFEST
kubectl delete configmap owner
kubectl wait --for=delete configmap/dependent --timeout=10s
