/** Types of the rows in the lists for operators. */
import type { OperatorAccountsAnswer, OperatorKeysAnswer } from '../../api/types.ts'

export type AccountRow = OperatorAccountsAnswer['accounts'][number]
export type KeyRow = OperatorKeysAnswer['keys'][number]
