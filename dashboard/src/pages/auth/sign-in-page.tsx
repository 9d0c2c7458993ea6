/** The page for signing in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION } from '../../api/queries.ts'
import { PageFailure } from '../../parts/failure.tsx'
import { PageLoading } from '../../parts/loading.tsx'
import { GoTo } from '../../shell/go-to.tsx'
import { useGoOn } from './go-on.ts'
import { placeBefore } from './place-before.ts'
import { SignInSteps } from './sign-in-steps.tsx'

export function SignInPage() {
  const session = useQuery(SESSION)
  const goOn = useGoOn()
  // Read once, when the page opens, because the address changes on the way to the next page.
  const [home] = useState(() => placeBefore(location.search, location.origin))
  if (session.isPending) return <PageLoading isWhole />
  if (session.isError) return <PageFailure fault={session.error} onRetry={() => session.refetch()} isWhole />
  if (session.data.account !== null) return <GoTo href={home} />
  return <SignInSteps onSignedIn={goOn} />
}
