import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Adds a call to the library that creates a session for an account without any check. It has no route and can
 * be called only by this program.
 */
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
