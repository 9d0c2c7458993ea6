/** The Mantine theme, made of our design tokens. */
import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { buttonRoot } from '../parts/button-root.tsx'

/** From light to dark; 7 is the accent on a light background, 3 on a dark one. */
const PETROL: MantineColorsTuple = [
  '#e3f1f3',
  '#c5e4e8',
  '#9bd5dd',
  '#6fcbd8',
  '#3fa9b8',
  '#228997',
  '#177583',
  '#0f5f6d',
  '#0b4d59',
  '#083c46',
]

/** The dark scheme of Mantine, made of our tokens: 0 is text, 6 fields, 7 the page. */
const DARK: MantineColorsTuple = [
  '#e6eceb',
  '#c5cfcd',
  '#9fadaa',
  '#6f7f7d',
  '#435253',
  '#243031',
  '#1c2526',
  '#151c1d',
  '#0e1314',
  '#090d0e',
]

/** Colours of filled components: text in the colour that belongs to the background, in both schemes. */
const inOurInk: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return colours
  return { ...colours, color: input.color === 'red' ? 'var(--fs-on-danger)' : 'var(--fs-on-accent)' }
}

const BUTTON = { size: 'md', radius: 'md', renderRoot: buttonRoot } as const

export const THEME = createTheme({
  colors: { petrol: PETROL, dark: DARK },
  variantColorResolver: inOurInk,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontFamily: 'var(--fs-font)',
  fontFamilyMonospace: 'var(--fs-mono)',
  headings: { fontFamily: 'var(--fs-font)', fontWeight: '650' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: BUTTON,
      vars: (_theme, { size }) => ({ root: size === 'md' ? { '--button-fz': '0.9375rem' } : {} }),
    }),
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { iconColor: 'var(--fs-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--fs-on-accent)' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', padding: 'lg', overlayProps: { backgroundOpacity: 0.5 } },
    },
    // A second banner would be announced beside the one of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

const PAINT = {
  '--mantine-color-body': 'var(--fs-surface)',
  '--mantine-color-text': 'var(--fs-text)',
  '--mantine-color-dimmed': 'var(--fs-quiet)',
  '--mantine-color-anchor': 'var(--fs-accent)',
  '--mantine-color-error': 'var(--fs-danger)',
  '--mantine-color-placeholder': 'var(--fs-quiet)',
  '--mantine-color-default': 'var(--fs-surface)',
  '--mantine-color-default-color': 'var(--fs-text)',
  '--mantine-color-default-hover': 'var(--fs-sunken)',
  '--mantine-color-default-border': 'var(--fs-control-line)',
  '--mantine-primary-color-filled': 'var(--fs-accent)',
  '--mantine-primary-color-filled-hover': 'var(--fs-accent-hover)',
  '--mantine-primary-color-contrast': 'var(--fs-on-accent)',
  '--mantine-color-petrol-light': 'var(--fs-accent-quiet)',
  '--mantine-color-petrol-light-color': 'var(--fs-accent)',
  '--mantine-color-petrol-outline': 'var(--fs-accent)',
  '--mantine-color-petrol-filled': 'var(--fs-accent)',
  '--mantine-color-petrol-filled-hover': 'var(--fs-accent-hover)',
  '--mantine-color-petrol-text': 'var(--fs-accent)',
  '--mantine-color-red-filled': 'var(--fs-danger)',
  '--mantine-color-red-filled-hover': 'var(--fs-danger)',
  '--mantine-color-red-text': 'var(--fs-danger)',
  '--mantine-color-red-light': 'var(--fs-danger-quiet)',
  '--mantine-color-red-light-color': 'var(--fs-danger)',
  '--mantine-color-red-outline': 'var(--fs-danger)',
}

/** The same variables in both schemes, because the tokens behind them change. */
export const paint: CSSVariablesResolver = () => ({ variables: {}, light: PAINT, dark: PAINT })
