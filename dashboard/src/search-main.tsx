/** The light search page: plain React, our tokens, nothing of the app. */
import { createRoot } from 'react-dom/client'
import './theme/tokens.css'
import { SearchPage } from './search/search-page.tsx'
import { Languages } from './words/language.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <Languages>
    <SearchPage />
  </Languages>,
)
