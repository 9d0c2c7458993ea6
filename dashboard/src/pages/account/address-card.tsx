/** Changes the e-mail address. The new one is used as soon as the link in the e-mail to it is confirmed. */
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../api/call.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { looksLikeEmail, useFields } from '../../parts/fields.ts'
import formStyles from '../../parts/form.module.css'
import { useProven } from '../../parts/proof.ts'
import { Saved } from '../../parts/saved.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'

export function AddressCard({ email }: { readonly email: string }) {
  const words = useWords(ACCOUNT)
  const auth = useWords(AUTH)
  const proven = useProven()
  const form = useFields({ email: '' })
  const [sentTo, setSentTo] = useState('')
  const wanted = form.values.email.trim()
  const asking = useMutation({
    mutationFn: () => proven(() => post('account/address', { email: wanted })),
    onSuccess: () => {
      setSentTo(wanted)
      form.clear()
    },
    onError: (fault) => {
      if (isFaultOf(fault, '/email')) form.check({ email: auth.emailWrong })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ email: !looksLikeEmail(wanted) && auth.emailWrong })) asking.mutate()
  }
  return (
    <Card title={words.addressTitle} text={words.addressText}>
      <form onSubmit={submit} className={formStyles.form} noValidate>
        <p className={styles.value}>{email}</p>
        <TextInput {...form.field('email')} label={words.newAddress} type="email" autoComplete="email" />
        <Failure fault={isFaultOf(asking.error, '/email') ? null : asking.error} />
        <div className={formStyles.actions}>
          <Button type="submit" variant="default" loading={asking.isPending}>
            {words.addressButton}
          </Button>
          <Saved isShown={asking.isSuccess} text={words.addressSent(sentTo)} />
        </div>
      </form>
    </Card>
  )
}
