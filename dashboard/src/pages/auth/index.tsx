/** The pages for signing up, signing in and resetting a password, loaded together. */
export { ConfirmPage } from './confirm-page.tsx'
export { ResetPage } from './reset-page.tsx'
export { SignInPage } from './sign-in-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
