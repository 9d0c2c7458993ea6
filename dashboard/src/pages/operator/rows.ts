/** Rows of the lists that the operator looks at. */
import type { OperatorAccountsAnswer, OperatorKeysAnswer } from '../../api/types.ts'

export type AccountRow = OperatorAccountsAnswer['accounts'][number]
export type KeyRow = OperatorKeysAnswer['keys'][number]
