/** The port to the stored jobs that match lists. */
import type { Awaitable } from '../awaitable.ts'
import type { MatchedListRow } from './customer-list.ts'
import type { MatchJob, MatchJobState, MatchOwner } from './match-job.ts'
import type { RowChoice } from './row-choice.ts'
import type { RowCounts, RowState } from './row-states.ts'

/** Bytes of a stored part of a file, at most. */
export const FILE_PART_BYTES = 1024 * 1024

/** Reads jobs, each only for its owner. */
export interface MatchJobReader {
  /** Returns the jobs of an owner, the newest first. */
  list(owner: MatchOwner): Awaitable<readonly MatchJob[]>
  find(owner: MatchOwner, id: string): Awaitable<MatchJob | undefined>
  /**
   * Checks whether the owner may start a job now. `MatchJobStore.add` checks it again.
   *
   * @throws {Failure} as `MatchJobStore.add`.
   */
  checkStart(owner: MatchOwner, nowMs: number): Awaitable<void>
  /** Returns the matched rows from this one on, some at a time; none if the job was deleted. `from`: a multiple of `PART_ROWS`. */
  results(id: string, from: number): Awaitable<readonly MatchedListRow[]>
  /** Returns the states of the matched rows in their order, a letter of `STATE_LETTERS` for each. */
  states(id: string): Awaitable<string>
  /** Returns what was decided about the rows from `from` to before `to`, by row. */
  decisions(id: string, from: number, to: number): Awaitable<ReadonlyMap<number, RowChoice>>
  /** Returns the rows in a state about which something was decided. */
  decidedRows(id: string, state: RowState): Awaitable<readonly number[]>
  /** Returns the numbers of these rows by state. */
  decidedCounts(id: string): Awaitable<RowCounts>
}

/** What was decided about a row. */
export interface RowDecision {
  /** Its place in the list, from 0. */
  readonly row: number
  /** The state that matching found. */
  readonly state: RowState
  /** `null`: nothing, any more. */
  readonly choice: RowChoice | null
  readonly atMs: number
}

/** What a node stores of the rows that it has matched. */
export interface MatchedPart {
  /** Number of the first row; the rows before are stored. */
  readonly from: number
  readonly rows: readonly MatchedListRow[]
  /** The rows of the whole job by state, with these. */
  readonly counts: RowCounts
}

/** A claim of a job: the node that has it, and until when, in ms since 1970. */
export interface MatchClaim {
  readonly node: string
  readonly untilMs: number
}

/** Stores jobs, their files and their results. */
export interface MatchJobStore extends MatchJobReader {
  /**
   * Adds a queued job with its file, in parts of at most `FILE_PART_BYTES`.
   *
   * @throws {Failure} `conflict` if a job of the owner is queued or running, if the owner has `MATCH_JOBS_MAX`
   * jobs, or if the account was deleted.
   */
  add(job: MatchJob, file: AsyncIterable<Uint8Array>): Promise<void>
  /** Deletes a job with its file and its result; returns whether the owner had it. */
  remove(owner: MatchOwner, id: string): Awaitable<boolean>
  /** Deletes what has expired; returns the number of jobs. */
  purge(nowMs: number): Awaitable<number>
  /**
   * Gives the queued job, or the one whose claim has ended, that has had no node for the longest time to this node; those that
   * never had one come first. `undefined` if there is none. A job that was begun `MATCH_STARTS_MAX` times without storing a row fails instead.
   */
  claim(claim: MatchClaim, nowMs: number): Awaitable<MatchJob | undefined>
  /** Returns whether a job could be claimed. */
  isAnyWaiting(nowMs: number): Awaitable<boolean>
  /** Takes back that a node has begun a job, for a fault that is not the job's; the claim stays until it ends. */
  takeBackStart(id: string, node: string): Awaitable<void>
  /** Sets the end of a claim, also to now; returns whether the node still has the job. */
  renew(id: string, claim: MatchClaim): Awaitable<boolean>
  /** Ends the claim of a node, or all claims: another node, or a later start, continues the job. */
  release(node: string | 'all'): Awaitable<void>
  /** Yields the file of a job. */
  file(id: string): AsyncIterable<Uint8Array>
  /** Stores results; returns `false`, and stores nothing, if the node no longer has the job or the rows are stored. */
  save(id: string, node: string, part: MatchedPart): Awaitable<boolean>
  /** Ends a job; does nothing if the node no longer has it. `fault` as in `MatchJob`. */
  end(
    id: string,
    node: string,
    end: { readonly state: 'done' | 'failed'; readonly fault: string; readonly atMs: number },
  ): Awaitable<void>
  /** Stores a decision in place of an earlier one; returns `false`, and stores nothing, if the job was deleted. */
  decide(id: string, decision: RowDecision): Awaitable<boolean>
  /** Returns the number of jobs by state. */
  counts(): Awaitable<Readonly<Record<MatchJobState, number>>>
}
