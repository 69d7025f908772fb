package operator

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// startCollector runs gcscope as the garbage collector of the test's API server until the test ends.
func startCollector(t *testing.T, environment *envtest.Environment) {
	t.Helper()
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	if err := os.WriteFile(kubeconfig, environment.KubeConfig, 0o600); err != nil {
		t.Fatal(err)
	}
	collector := exec.Command("gcscope", "collect", "--yes-delete", "--kubeconfig", kubeconfig,
		"--port", "0", "--kube-api-qps", "0")
	collector.Stderr = os.Stderr
	stdout, err := collector.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := collector.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = collector.Process.Signal(os.Interrupt)
		_ = collector.Wait()
	})
	// The first line is its URL; it collects from then on.
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
}

func TestDependentsGoWithTheirOwner(t *testing.T) {
	ctx := context.Background()
	environment := &envtest.Environment{}
	config, err := environment.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = environment.Stop() })
	startCollector(t, environment)
	c, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}

	owner := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "owner"}}
	if err := c.Create(ctx, owner); err != nil {
		t.Fatal(err)
	}
	dependent := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Namespace: "default",
		Name:      "dependent",
		OwnerReferences: []metav1.OwnerReference{
			{APIVersion: "v1", Kind: "ConfigMap", Name: owner.Name, UID: owner.UID},
		},
	}}
	if err := c.Create(ctx, dependent); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(ctx, owner); err != nil {
		t.Fatal(err)
	}
	// It may have to read the cluster first.
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		err := c.Get(ctx, client.ObjectKeyFromObject(dependent), dependent)
		if apierrors.IsNotFound(err) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the dependent outlives its owner: %v", err)
		}
	}
}
