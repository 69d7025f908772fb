// Command real-cluster is etcd, kube-apiserver, kube-controller-manager and kubectl in one binary, so
// that a test can own a cluster made of plain processes. The name it is called by or its first
// argument says which.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	if filepath.Base(os.Args[0]) != "kubectl" && len(os.Args) > 1 {
		os.Args = os.Args[1:]
	}
	if os.Getenv("REAL_CLUSTER_OWNED") == "1" {
		go endWithOwner()
	}
	switch filepath.Base(os.Args[0]) {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kubectl":
		if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "first argument: etcd, kube-apiserver, kube-controller-manager or kubectl")
		os.Exit(2)
	}
}

// endWithOwner ends this process when its owner is gone, however that came: the owner holds the other
// end of standard input open for as long as it lives.
func endWithOwner() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}
