/** Starts the light search page: plain React and our design tokens, without the libraries of the app. */
import { createRoot } from 'react-dom/client'
import './theme/tokens.css'
import { LightPage } from './search/light-page.tsx'
import { Memory } from './search/memory.ts'
import { followSystem } from './theme/colours.ts'
import { Languages } from './words/language.tsx'

followSystem()
createRoot(document.getElementById('root') as HTMLElement).render(
  <Languages>
    <LightPage memory={new Memory()} />
  </Languages>,
)
