/** Words for a browser, from what it says of itself. Whoever wants to lie can; they are for recognising one's own. */

/** Empty words where nothing is known. */
export interface Device {
  readonly browser: string
  readonly system: string
}

/** The first that fits: browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer ones are cut before they are read. */
export const USER_AGENT_CHARS_MAX = 400

export function readDevice(userAgent: string): Device {
  const text = userAgent.slice(0, USER_AGENT_CHARS_MAX)
  return { browser: wordFor(BROWSERS, text), system: wordFor(SYSTEMS, text) }
}

/** `Firefox, Linux`; empty when neither is known. */
export function deviceOf(userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  return [browser, system].filter((word) => word !== '').join(', ')
}

function wordFor(list: readonly (readonly [RegExp, string])[], text: string): string {
  return list.find(([shape]) => shape.test(text))?.[1] ?? ''
}
