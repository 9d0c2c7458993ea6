/** Password, second factor and passkeys. */
import { AccountFrame } from './account-frame.tsx'
import { FactorCard } from './factor-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'

export function SecurityPage() {
  return (
    <AccountFrame>
      {(account) => (
        <>
          <PasswordCard email={account.email} />
          <FactorCard isOn={account.second_factor} />
          <PasskeysCard />
        </>
      )}
    </AccountFrame>
  )
}
