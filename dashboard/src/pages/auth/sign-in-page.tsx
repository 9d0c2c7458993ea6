/** Coming back. */
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { SESSION } from '../../api/queries.ts'
import { PageFailure } from '../../parts/failure.tsx'
import { PageLoading } from '../../parts/loading.tsx'
import { useGoOn } from './go-on.ts'
import { placeBefore } from './place-before.ts'
import { SignInSteps } from './sign-in-steps.tsx'

export function SignInPage() {
  const session = useQuery(SESSION)
  const goOn = useGoOn()
  if (session.isPending) return <PageLoading isWhole />
  if (session.isError) return <PageFailure fault={session.error} onRetry={() => session.refetch()} isWhole />
  if (session.data.account !== null)
    return <Navigate to={placeBefore(location.search, location.origin)} replace />
  return <SignInSteps onSignedIn={goOn} />
}
