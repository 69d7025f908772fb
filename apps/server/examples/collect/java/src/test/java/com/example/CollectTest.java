package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fabric8.kubeapitest.junit.EnableKubeAPIServer;
import io.fabric8.kubeapitest.junit.KubeConfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EnableKubeAPIServer
class CollectTest {
  @KubeConfig static String kubeConfig;

  private Process collector;

  /** Runs gcscope as the garbage collector of the test's API server. */
  @BeforeEach
  void startCollector(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("kubeconfig"), kubeConfig);
    collector =
        new ProcessBuilder(
                "gcscope", "collect", "--yes-delete", "--kubeconfig", file.toString(),
                "--port", "0", "--kube-api-qps", "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // The first line is its URL; it collects from then on.
    BufferedReader output = collector.inputReader();
    assertNotNull(output.readLine(), "gcscope collect has ended");
  }

  @AfterEach
  void stopCollector() throws InterruptedException {
    collector.destroy();
    collector.waitFor(10, TimeUnit.SECONDS);
  }

  @Test
  void dependentsGoWithTheirOwner() {
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeConfig)).build()) {
      ConfigMap owner = client.resource(configMap("owner", null)).create();
      ConfigMap dependent = client.resource(configMap("dependent", owner)).create();
      client.resource(owner).delete();
      ConfigMap left =
          client.resource(dependent).waitUntilCondition(each -> each == null, 10, TimeUnit.SECONDS);
      assertEquals(null, left);
    }
  }

  private static ConfigMap configMap(String name, ConfigMap owner) {
    var builder =
        new ConfigMapBuilder().withNewMetadata().withNamespace("default").withName(name);
    if (owner != null) {
      builder
          .addNewOwnerReference()
          .withApiVersion("v1")
          .withKind("ConfigMap")
          .withName(owner.getMetadata().getName())
          .withUid(owner.getMetadata().getUid())
          .endOwnerReference();
    }
    return builder.endMetadata().build();
  }
}
