/** The pages of the account, loaded together. */
export { DataPage } from './data-page.tsx'
export { HistoryPage } from './history-page.tsx'
export { ProfilePage } from './profile-page.tsx'
export { SecurityPage } from './security-page.tsx'
export { SessionsPage } from './sessions-page.tsx'
