/**
 * Checks of the protocol's conformance suite that this service does not pass, with the reason for each. The suite is
 * written for a server with its own test tools, resources and prompts; this service has five tools for companies.
 */

/** The revisions that are checked. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
/** One of `REVISIONS`. */
export type Revision = (typeof REVISIONS)[number]

const NO_TEST_TOOL = 'calls a tool that only a server made for the suite has; ours answers -32602, as it must'
const NO_RESOURCES =
  'needs resources, which this service does not have or declare; -32601 is the right answer'
const NO_PROMPTS = 'needs prompts, which this service does not have or declare; -32601 is the right answer'
const NO_COMPLETION =
  'needs completions, which this service does not have or declare; -32601 is the right answer'
const NO_LOGGING = 'needs log messages to the client, which the revision of 2026 deprecates; not declared'
const NO_QUESTIONS = 'needs a test tool that asks the user or the model something; our tools only read'
const NO_HEADER_ARGUMENTS =
  'needs a tool whose arguments are repeated in headers (x-mcp-header); ours have none'

/** Checks that fail, by revision and id, and why that is right. */
export const EXPECTED_FAILURES: Readonly<Record<Revision, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    'tools-call-simple-text': NO_TEST_TOOL,
    'tools-call-image': NO_TEST_TOOL,
    'tools-call-audio': NO_TEST_TOOL,
    'tools-call-embedded-resource': NO_TEST_TOOL,
    'tools-call-mixed-content': NO_TEST_TOOL,
    'tools-call-error': NO_TEST_TOOL,
    'tools-call-with-progress': NO_TEST_TOOL,
    'json-schema-2020-12-tool-found': NO_TEST_TOOL,
    'tools-call-sampling': NO_QUESTIONS,
    'tools-call-elicitation': NO_QUESTIONS,
    'elicitation-sep1034-general': NO_QUESTIONS,
    'elicitation-sep1330-general': NO_QUESTIONS,
    'logging-set-level': NO_LOGGING,
    'tools-call-with-logging': NO_LOGGING,
    'completion-complete': NO_COMPLETION,
    'resources-list': NO_RESOURCES,
    'resources-read-text': NO_RESOURCES,
    'resources-read-binary': NO_RESOURCES,
    'resources-templates-read': NO_RESOURCES,
    'resources-subscribe': NO_RESOURCES,
    'resources-unsubscribe': NO_RESOURCES,
    'prompts-list': NO_PROMPTS,
    'prompts-get-simple': NO_PROMPTS,
    'prompts-get-with-args': NO_PROMPTS,
    'prompts-get-embedded-resource': NO_PROMPTS,
    'prompts-get-with-image': NO_PROMPTS,
  },
  '2026-07-28': {
    'tools-call-simple-text': NO_TEST_TOOL,
    'tools-call-image': NO_TEST_TOOL,
    'tools-call-audio': NO_TEST_TOOL,
    'tools-call-embedded-resource': NO_TEST_TOOL,
    'tools-call-mixed-content': NO_TEST_TOOL,
    'tools-call-error': NO_TEST_TOOL,
    'tools-call-with-progress': NO_TEST_TOOL,
    'json-schema-2020-12-tool-found': NO_TEST_TOOL,
    'sep-2575-server-rejects-undeclared-capability': NO_QUESTIONS,
    'sep-2575-missing-capability-http-400': NO_QUESTIONS,
    'sep-2575-http-server-no-independent-requests-on-stream': NO_QUESTIONS,
    'sep-2575-server-no-log-without-loglevel': NO_LOGGING,
    'sep-2322-elicitation-incomplete': NO_QUESTIONS,
    'sep-2322-list-roots-incomplete': NO_QUESTIONS,
    'sep-2322-sampling-incomplete': NO_QUESTIONS,
    'sep-2322-respect-client-capabilities': NO_QUESTIONS,
    'sep-2322-multi-round-r1': NO_QUESTIONS,
    'sep-2322-multiple-inputs-incomplete': NO_QUESTIONS,
    'sep-2322-request-state-incomplete': NO_QUESTIONS,
    'sep-2322-result-type-included': NO_QUESTIONS,
    'sep-2322-reject-tampered-state': NO_QUESTIONS,
    'sep-2322-non-tool-incomplete': NO_PROMPTS,
    'completion-complete': NO_COMPLETION,
    'resources-list': NO_RESOURCES,
    'resources-read-text': NO_RESOURCES,
    'resources-read-binary': NO_RESOURCES,
    'resources-templates-read': NO_RESOURCES,
    'sep-2549-resources-list-caching-hints': NO_RESOURCES,
    'sep-2549-resources-templates-list-caching-hints': NO_RESOURCES,
    'sep-2549-prompts-list-caching-hints': NO_PROMPTS,
    'prompts-list': NO_PROMPTS,
    'prompts-get-simple': NO_PROMPTS,
    'prompts-get-with-args': NO_PROMPTS,
    'prompts-get-embedded-resource': NO_PROMPTS,
    'prompts-get-with-image': NO_PROMPTS,
    'sep-2243-server-no-xmcp-tool': NO_HEADER_ARGUMENTS,
    'sep-2243-server-decode-base64': NO_HEADER_ARGUMENTS,
    'sep-2243-server-validate-param-match': NO_HEADER_ARGUMENTS,
    'sep-2243-server-reject-invalid-param-chars': NO_HEADER_ARGUMENTS,
    'sep-2243-server-reject-param-mismatch': NO_HEADER_ARGUMENTS,
  },
}

/**
 * Scenarios whose checks are not compared: tasks are an extension for calls that take long, which the suite itself
 * does not score, and which this service does not declare.
 */
export const UNSCORED_SCENARIOS: readonly RegExp[] = [/^server-tasks-/]
