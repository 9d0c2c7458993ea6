import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.action.admin.cluster.node.info.NodesInfoResponse;
import org.opensearch.http.HttpInfo;

/**
 * One OpenSearch for tests, without security: `java … OpenSearchServer.java FOLDER PORT [KEY=VALUE…]`, 0 for a free port. Prints `port N` when
 * it answers, and ends when its input ends, so also when the process that started it is killed.
 */
public class OpenSearchServer {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", "0");
      settings.put("action.auto_create_index", false);
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      for (int i = 2; i < args.length; i++) {
        String[] pair = args[i].split("=", 2);
        settings.put(pair[0], pair[1]);
      }
    });
    runner.build(newConfigs().basePath(args[0]).numOfNode(1).clusterName("firmensuche-tests").disableESLogger());
    NodesInfoResponse nodes = runner.client().admin().cluster().prepareNodesInfo("_local").addMetric("http").get();
    HttpInfo http = nodes.getNodes().get(0).getInfo(HttpInfo.class);
    System.out.println("port " + http.getAddress().publishAddress().getPort());
    while (System.in.read() >= 0) {
      // Nothing is read: only the end counts.
    }
    runner.close();
    // Some threads of the runner would keep the process alive.
    System.exit(0);
  }
}
