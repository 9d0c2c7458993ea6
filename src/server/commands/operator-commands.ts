/**
 * The supervisor's handlers of operator commands other than key commands: suppressions, the server's state,
 * deletion of accounts.
 */
import { basename } from 'node:path'
import type { ImportStep } from '../../control/views.ts'
import type { AnnouncedKeyStore, KeyStore } from '../../core/access/key-store.ts'
import { revokeLeftKeys } from '../../core/access/revoke-left-keys.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { RunningImport, ServerState } from '../../core/commands.ts'
import type { CompanyId } from '../../core/company/company.ts'
import type { Suppression } from '../../core/company/company-store.ts'
import { hasControlCharacter } from '../../core/control-characters.ts'
import { Failure } from '../../core/failure.ts'
import type { AuditEvent, NewAuditEntry, Trace } from '../../core/identity/audit.ts'
import type { Needs } from '../../core/ports.ts'
import type { AccountsThread, SupervisorHandlers } from './dispatch.ts'

/** The import queue as operator commands see it: suppressions, and the state of the running import. */
export interface ImportState {
  /** Suppresses a company; resolves to whether it was shown until now. */
  suppress(suppression: Suppression): Promise<boolean>
  /** Ends a suppression; resolves to whether the company was suppressed. */
  lift(uuid: string): Promise<boolean>
  /** Progress of the running import; `undefined` if none runs. */
  readonly step: ImportStep | undefined
  readonly isMerging: boolean
}

/** What the handlers of operator commands need. */
export interface OperatorNeeds extends Needs<'clock'> {
  readonly keys: KeyStore
  /** Updates the keys of an account in shared memory; does nothing without a server. */
  readonly followKeys: AnnouncedKeyStore['follow']
  readonly importer: ImportState
  readonly accounts: AccountsThread
  readonly audit: { note(entry: NewAuditEntry): Awaitable<void> }
  readonly importSources: () => Promise<ServerState['importSources']>
  readonly state: () => Pick<ServerState, 'startedAtMs' | 'threads' | 'index' | 'openSearch' | 'isPassive'>
  /** Waits until the other nodes search what is stored; returns the names of those that do not in time. */
  readonly otherNodes: () => Promise<readonly string[]>
  readonly nodes: () => Promise<ServerState['nodes']>
}

/** Maximum length of the reason of a suppression, in code points. */
const SUPPRESSION_REASON_MAX = 500

type OperatorCommandName = 'suppress' | 'lift' | 'serverState' | 'deleteAccount'

/** Returns the handlers of the operator commands. */
export function operatorCommands(needs: OperatorNeeds): Pick<SupervisorHandlers, OperatorCommandName> {
  const { importer } = needs
  return {
    async suppress({ trace, uuid, reason }) {
      checkReason(reason)
      const suppression = { uuid: uuid as CompanyId, reason, atMs: trace.atMs, actor: trace.actor }
      if (!(await importer.suppress(suppression))) throw nothingToChange(uuid)
      await needs.audit.note(entry(trace, 'suppressed', uuid, { reason }))
      return { lateNodes: await needs.otherNodes() }
    },
    async lift({ trace, uuid }) {
      if (!(await importer.lift(uuid))) throw nothingToChange(uuid)
      await needs.audit.note(entry(trace, 'lifted', uuid))
      return { lateNodes: await needs.otherNodes() }
    },
    serverState: async () => ({
      ...needs.state(),
      importSources: await needs.importSources(),
      nodes: await needs.nodes(),
      isMerging: importer.isMerging,
      importing: importer.step && runningImport(importer.step),
    }),
    /**
     * Deletes an account. A closed account gets no new key; its existing keys are revoked before the handler
     * returns.
     */
    async deleteAccount({ trace, account }) {
      try {
        await needs.accounts.send('emptyAccount', { account, trace })
      } finally {
        // Also if the reply is lost: the account may have been closed nevertheless.
        await needs.followKeys(account)
        await revokeLeftKeys(needs, trace)
      }
      return null
    },
  }
}

/** @throws {Failure} `invalid_request` if the reason is empty, too long or has a control character. */
function checkReason(reason: string): void {
  const characters = [...reason.trim()].length
  const isLong = characters > SUPPRESSION_REASON_MAX
  if (characters > 0 && !isLong && !hasControlCharacter(reason)) return
  const fault = characters === 0 ? 'too_short' : isLong ? 'too_long' : 'control_character'
  const sentence = `The reason must have 1 to ${SUPPRESSION_REASON_MAX} characters, without control characters.`
  throw new Failure('invalid_request', sentence, [{ field: '/reason', reason: fault }])
}

function nothingToChange(uuid: string): Failure {
  return new Failure('not_found', `The company ${uuid} does not exist, or is in this state already.`)
}

function entry(
  trace: Trace,
  event: AuditEvent,
  subject: string,
  detail: Record<string, string> = {},
): NewAuditEntry {
  return { trace, account: undefined, event, subject, detail }
}

/** Returns a step of an import as pages and commands show it. */
export function runningImport(step: ImportStep): RunningImport {
  if (step.step === 'indexing') {
    const { companies, done, perS: rowsPerS, leftMs } = step
    return { step: 'indexing', file: '', share: done / Math.max(1, companies), rows: done, rowsPerS, leftMs }
  }
  const { file, bytesDone, bytesTotal, rows, rowsPerS, leftMs } = step
  const share = bytesTotal === 0 ? 1 : bytesDone / bytesTotal
  return { step: 'reading', file: basename(file), share, rows, rowsPerS, leftMs }
}
