import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** One more call of the library, for this program only: a session for an account, without asking anything. */
export function signInPlugin() {
  const body = z.object({ account: z.string(), stays: z.boolean() })
  return {
    id: 'sign-in-as',
    endpoints: {
      signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body }, async (ctx) => {
        const { account, stays } = ctx.body
        const user = await ctx.context.internalAdapter.findUserById(account)
        if (user === null) throw new Error(`there is no account ${account} to sign in`)
        const session = await ctx.context.internalAdapter.createSession(account, !stays)
        await setSessionCookie(ctx, { session, user }, !stays)
        return null
      }),
    },
  } satisfies BetterAuthPlugin
}
