/** The pages of one's own account. */
export { DataPage } from './data-page.tsx'
export { HistoryPage } from './history-page.tsx'
export { ProfilePage } from './profile-page.tsx'
export { SecurityPage } from './security-page.tsx'
export { SessionsPage } from './sessions-page.tsx'
