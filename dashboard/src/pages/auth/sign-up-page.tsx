/** Creates an account: address and password, then an e-mail with a link. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION } from '../../api/queries.ts'
import { PageFailure } from '../../parts/failure.tsx'
import { useFragment } from '../../parts/fragment.ts'
import { PageLoading } from '../../parts/loading.tsx'
import { GoTo } from '../../shell/go-to.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import { AuthCard } from './auth-card.tsx'
import { LinkFault } from './link-fault.tsx'
import { placeBefore } from './place-before.ts'
import { SentPage } from './sent-page.tsx'
import { SignUpForm, type SignUpFormProps, type Ticket, ToSignIn } from './sign-up-form.tsx'
import { useLink } from './use-link.ts'

export function SignUpPage() {
  const ticket = readTicket(useFragment())
  const session = useQuery(SESSION)
  const [sentTo, setSentTo] = useState<string>()
  if (session.isPending) return <PageLoading isWhole />
  if (session.isError) return <PageFailure fault={session.error} onRetry={() => session.refetch()} isWhole />
  if (session.data.account !== null) {
    const home = placeBefore(location.search, location.origin)
    return <GoTo href={ticket.setUpCode === undefined ? home : `/account#setup=${ticket.setUpCode}`} />
  }
  const { settings } = session.data
  if (sentTo !== undefined) {
    return <SentPage email={sentTo} settings={settings} onOtherAddress={() => setSentTo(undefined)} />
  }
  const isClosed = settings.sign_up === 'closed' && !ticket.invitation && !ticket.setUpCode
  if (isClosed) return <ClosedPage />
  const Form = ticket.invitation === undefined ? SignUpForm : InvitedForm
  return <Form ticket={ticket} settings={settings} onSent={setSentTo} />
}

/** The sign-up form with the address of the invitation. */
function InvitedForm(props: SignUpFormProps) {
  const link = useLink(props.ticket.invitation ?? '')
  if (link.isPending) return <PageLoading isWhole />
  if (link.isError) return <LinkFault fault={link.error} anew="/signup" onRetry={() => link.refetch()} />
  return <SignUpForm {...props} email={link.data.email} />
}

function readTicket(fragment: string): Ticket {
  const parts = new URLSearchParams(fragment)
  return { setUpCode: parts.get('setup') ?? undefined, invitation: parts.get('invitation') ?? undefined }
}

function ClosedPage() {
  const words = useWords(AUTH)
  return <AuthCard title={words.closedTitle} lead={words.closedText} below={<ToSignIn />} />
}
