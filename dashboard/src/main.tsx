/** Starts the app: accounts, keys, usage, pages for operators. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import './theme/app.css'
import './theme/mantine-styles.ts'
import './theme/tokens.css'
import { makeQueries } from './api/queries.ts'
import { leadToFaults } from './parts/fault-focus.ts'
import { keepFocus } from './parts/focus-trail.ts'
import { ProofDialog } from './parts/proof-dialog.tsx'
import { makeRouter } from './router.tsx'
import { reopenSignIn } from './shell/sign-in-again.tsx'
import { COLOURS } from './theme/colour-manager.ts'
import { keepPolicy, pageNonce } from './theme/policy.ts'
import { paint, THEME } from './theme/theme.ts'
import { Languages } from './words/language.tsx'

keepPolicy()
keepFocus()
leadToFaults()
const queries = makeQueries(reopenSignIn)
const router = makeRouter()

createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider
    theme={THEME}
    cssVariablesResolver={paint}
    colorSchemeManager={COLOURS}
    defaultColorScheme="auto"
    getStyleNonce={pageNonce}
  >
    <Languages>
      <QueryClientProvider client={queries}>
        <ProofDialog>
          <RouterProvider router={router} />
        </ProofDialog>
      </QueryClientProvider>
    </Languages>
  </MantineProvider>,
)
