/** The pages for operators, loaded together. */
export { AccountsPage } from './accounts-page.tsx'
export { InvitationsPage } from './invitations-page.tsx'
export { OperatorEmailsPage } from './operator-emails-page.tsx'
export { OperatorHistoryPage } from './operator-history-page.tsx'
export { OperatorKeysPage } from './operator-keys-page.tsx'
export { StatePage } from './state-page.tsx'
export { SuppressedPage } from './suppressed-page.tsx'
