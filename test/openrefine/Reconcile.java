import com.fasterxml.jackson.core.type.TypeReference;
import com.google.refine.model.Cell;
import com.google.refine.model.Column;
import com.google.refine.model.Project;
import com.google.refine.model.Recon;
import com.google.refine.model.ReconCandidate;
import com.google.refine.model.Row;
import com.google.refine.model.recon.ReconJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtension;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtensionConfig;
import com.google.refine.model.recon.StandardReconConfig;
import com.google.refine.model.recon.StandardReconConfig.ColumnDetail;
import com.google.refine.util.ParsingUtilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reconciles a table and adds columns with OpenRefine's own core: `java … Reconcile.java SERVICE IDENTIFIERS SCHEMA`. Reads the table as JSON,
 * a list of [name, city], from its input. Prints `{"rows": [{judgment, match, candidates, error}], "columns": […], "values": {id: [[…]]}}`.
 */
public class Reconcile {
  public static void main(String[] args) throws Exception {
    List<List<String>> table = ParsingUtilities.mapper.readValue(System.in, new TypeReference<List<List<String>>>() {});
    Project project = projectOf(table);
    StandardReconConfig config = new StandardReconConfig(args[0], args[1], args[2], "company", "Company", true, Optional.of(20),
        List.of(new ColumnDetail("city", "Registered office", "city", null)), 5);
    List<Map<String, Object>> rows = new ArrayList<>();
    Set<String> matched = new LinkedHashSet<>();
    int size = config.getBatchSize(table.size());
    for (int from = 0; from < table.size(); from += size) {
      List<ReconJob> jobs = new ArrayList<>();
      for (int at = from; at < Math.min(table.size(), from + size); at++) {
        Row row = project.rows.get(at);
        jobs.add(config.createJob(project, at, row, "name", row.getCell(0)));
      }
      for (Recon recon : config.batchRecon(jobs, 1)) {
        rows.add(written(recon));
        if (recon.match != null) matched.add(recon.match.id);
      }
    }
    Map<String, Object> result = new LinkedHashMap<>(Map.of("rows", rows));
    extend(args[0], matched, result);
    System.out.println(ParsingUtilities.mapper.writeValueAsString(result));
    // The HTTP client of the core keeps threads.
    System.exit(0);
  }

  static Project projectOf(List<List<String>> table) throws Exception {
    Project project = new Project();
    project.columnModel.addColumn(0, new Column(0, "name"), false);
    project.columnModel.addColumn(1, new Column(1, "city"), false);
    for (List<String> texts : table) {
      Row row = new Row(2);
      row.setCell(0, new Cell(texts.get(0), null));
      if (!texts.get(1).isEmpty()) row.setCell(1, new Cell(texts.get(1), null));
      project.rows.add(row);
    }
    project.columnModel.update();
    project.recordModel.update(project);
    return project;
  }

  static Map<String, Object> written(Recon recon) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("judgment", recon.judgment.toString());
    row.put("match", recon.match == null ? null : recon.match.id);
    row.put("candidates", recon.candidates == null ? List.of() : recon.candidates.stream().map(each -> each.id).toList());
    row.put("error", recon.error);
    return row;
  }

  static void extend(String service, Set<String> ids, Map<String, Object> result) throws Exception {
    DataExtensionConfig config = DataExtensionConfig.reconstruct(
        "{\"properties\": [{\"id\": \"number\", \"name\": \"Number\"}, {\"id\": \"court\", \"name\": \"Court\"}, {\"id\": \"former_names\", \"name\": \"Former\"}]}");
    ReconciledDataExtensionJob job = new ReconciledDataExtensionJob(config, service);
    Map<String, DataExtension> extensions = job.extend(ids, new HashMap<String, ReconCandidate>());
    Map<String, Object> values = new LinkedHashMap<>();
    extensions.forEach((id, extension) -> values.put(id, Arrays.stream(extension.data).map(Arrays::asList).toList()));
    result.put("columns", job.columns.stream().map(column -> column.name).toList());
    result.put("values", values);
  }
}
