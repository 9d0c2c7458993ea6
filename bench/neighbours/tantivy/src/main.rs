//! Answers lines of JSON on standard input with places of names, out of a Tantivy index in a folder (tantivy-names.ts).
use serde_json::{json, Value};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use tantivy::collector::TopDocs;
use tantivy::indexer::NoMergePolicy;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST, STRING,
};
use tantivy::tokenizer::{NgramTokenizer, WhitespaceTokenizer};
use tantivy::{Index, IndexWriter, Searcher, TantivyDocument, Term};

/// More terms find hardly more and cost more.
const RAREST_TERMS: usize = 12;
/// How many of the ranked names are compared as a whole.
const COMPARED_NAMES: usize = 100;
const WRITER_BYTES: usize = 1_000_000_000;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

struct Fields {
    place: Field,
    same: Field,
    words: Field,
    grams: Field,
}

/// A name as the file of names has it.
struct Name {
    core: String,
    form: String,
}

struct Names {
    searcher: Searcher,
    fields: Fields,
    names: Vec<Name>,
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexed = |tokenizer: &str| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_index_option(IndexRecordOption::WithFreqs);
        TextOptions::default().set_indexing_options(indexing)
    };
    let fields = Fields {
        place: builder.add_u64_field("place", FAST),
        same: builder.add_text_field("same", STRING),
        words: builder.add_text_field("words", indexed("blanks")),
        grams: builder.add_text_field("grams", indexed("trigrams")),
    };
    (builder.build(), fields)
}

fn register(index: &Index) -> Outcome<()> {
    index
        .tokenizers()
        .register("blanks", WhitespaceTokenizer::default());
    index
        .tokenizers()
        .register("trigrams", NgramTokenizer::new(3, 3, false)?);
    Ok(())
}

/// Reads core and form of every line; the place of a name is the number of its line.
fn read_names(path: &str) -> Outcome<Vec<Name>> {
    let text = fs::read_to_string(path)?;
    let names = text
        .split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut fields = line.split('\t').skip(3);
            let core = fields.next().unwrap_or("").to_string();
            Name {
                core,
                form: fields.next().unwrap_or("").to_string(),
            }
        });
    Ok(names.collect())
}

fn build(folder: &str, names_path: &str) -> Outcome<()> {
    if Path::new(folder).exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let (schema, fields) = schema();
    let index = Index::create_in_dir(folder, schema)?;
    register(&index)?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    for (place, name) in read_names(names_path)?.iter().enumerate() {
        let mut document = TantivyDocument::default();
        document.add_u64(fields.place, place as u64);
        document.add_text(fields.same, &name.core);
        document.add_text(fields.words, &name.core);
        document.add_text(fields.grams, format!(" {} ", name.core));
        writer.add_document(document)?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.garbage_collect_files().wait()?;
    writer.wait_merging_threads()?;
    Ok(())
}

fn open(folder: &str, names_path: &str) -> Outcome<Names> {
    let index = Index::open_in_dir(folder)?;
    register(&index)?;
    let searcher = index.reader()?.searcher();
    Ok(Names {
        searcher,
        fields: schema().1,
        names: read_names(names_path)?,
    })
}

impl Names {
    /// The same name first, then names with all words, then names that share the rarest trigrams and words.
    fn ask(&self, core: &str, form: &str, limit: usize) -> Outcome<Vec<u64>> {
        let same = TermQuery::new(
            Term::from_field_text(self.fields.same, core),
            IndexRecordOption::Basic,
        );
        let mut places = self.with_form_first(self.top(&same, COMPARED_NAMES)?, form);
        if places.len() < limit {
            let words = self.all_words(core);
            add(
                &mut places,
                self.with_form_first(self.top(&words, COMPARED_NAMES)?, form),
            );
        }
        if places.is_empty() {
            let rarest = self.rarest(core)?;
            add(
                &mut places,
                self.by_likeness(self.top(&rarest, COMPARED_NAMES)?, core, form),
            );
        }
        places.truncate(limit);
        Ok(places)
    }

    fn all_words(&self, core: &str) -> BooleanQuery {
        let of_word = |word: &str| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.fields.words, word);
            (
                Occur::Must,
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)),
            )
        };
        BooleanQuery::new(core.split(' ').map(of_word).collect())
    }

    /// The rarest trigrams and words of the query that any name has.
    fn rarest(&self, core: &str) -> Outcome<BooleanQuery> {
        let grams = trigrams(core)
            .into_iter()
            .map(|gram| Term::from_field_text(self.fields.grams, &gram));
        let words = core
            .split(' ')
            .map(|word| Term::from_field_text(self.fields.words, word));
        let mut counted: Vec<(u64, Term)> = Vec::new();
        for term in grams.chain(words).collect::<HashSet<_>>() {
            let names = self.searcher.doc_freq(&term)?;
            if names > 0 {
                counted.push((names, term));
            }
        }
        counted.sort();
        let of_term = |(_, term): (u64, Term)| -> (Occur, Box<dyn Query>) {
            (
                Occur::Should,
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)),
            )
        };
        Ok(BooleanQuery::new(
            counted
                .into_iter()
                .take(RAREST_TERMS)
                .map(of_term)
                .collect(),
        ))
    }

    fn top(&self, query: &dyn Query, count: usize) -> Outcome<Vec<u64>> {
        let mut places = Vec::new();
        for (_, address) in self
            .searcher
            .search(query, &TopDocs::with_limit(count).order_by_score())?
        {
            let segment = self.searcher.segment_reader(address.segment_ord);
            let column = segment.fast_fields().u64("place")?;
            places.extend(column.first(address.doc_id));
        }
        Ok(places)
    }

    fn with_form_first(&self, mut places: Vec<u64>, form: &str) -> Vec<u64> {
        places.sort_by_key(|place| self.names[*place as usize].form != form);
        places
    }

    /// By Dice's coefficient over the sets of trigrams; the form breaks ties.
    fn by_likeness(&self, places: Vec<u64>, core: &str, form: &str) -> Vec<u64> {
        let wanted = trigrams(core);
        let likeness = |name: &Name| -> f64 {
            let has = trigrams(&name.core);
            2.0 * wanted.intersection(&has).count() as f64 / (wanted.len() + has.len()) as f64
        };
        let known: HashMap<u64, f64> = places
            .iter()
            .map(|place| (*place, likeness(&self.names[*place as usize])))
            .collect();
        let mut ordered = self.with_form_first(places, form);
        ordered.sort_by(|a, b| known[b].total_cmp(&known[a]));
        ordered
    }
}

fn add(places: &mut Vec<u64>, more: Vec<u64>) {
    for place in more {
        if !places.contains(&place) {
            places.push(place);
        }
    }
}

/// With a blank at either end.
fn trigrams(core: &str) -> HashSet<String> {
    let letters: Vec<char> = format!(" {core} ").chars().collect();
    letters
        .windows(3)
        .map(|three| three.iter().collect())
        .collect()
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap_or("")
}

fn main() -> Outcome<()> {
    let mut names: Option<Names> = None;
    for line in io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let answer = if line["version"].is_boolean() {
            json!(tantivy::version_string())
        } else if line["build"].is_string() {
            build(text(&line, "build"), text(&line, "names"))?;
            json!(true)
        } else if line["open"].is_string() {
            let opened = open(text(&line, "open"), text(&line, "names"))?;
            let count = opened.names.len();
            names = Some(opened);
            json!(count)
        } else {
            let opened = names.as_ref().ok_or("nothing is open")?;
            json!(opened.ask(
                text(&line, "core"),
                text(&line, "form"),
                line["limit"].as_u64().unwrap_or(10) as usize
            )?)
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
