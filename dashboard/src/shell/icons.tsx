/** Line icons, 20 × 20. Screen readers ignore them, as a text stands beside each. */
import type { ReactNode } from 'react'

function icon(paths: ReactNode) {
  return function Icon({ size = 20 }: { readonly size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    )
  }
}

export const SearchIcon = icon(<path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.3-1.7L17 17" />)
export const KeyIcon = icon(
  <path d="M7 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.9-6.9L17 2m-3 3 2.5 2.5M11.5 7.5 14 10" />,
)
export const ListIcon = icon(<path d="M3 5h8M3 10h8M3 15h5m3-.5 2 2 4-4.5" />)
export const BellIcon = icon(
  <path d="M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5.5-1.5 5.5h12s-1.5-1.5-1.5-5.5A4.5 4.5 0 0 0 10 3Zm-1.7 12.5a1.8 1.8 0 0 0 3.4 0" />,
)
export const ChartIcon = icon(<path d="M3 17h14M5.5 14V9m4.5 5V4m4.5 10V7" />)
export const PersonIcon = icon(
  <path d="M10 9.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.6-3 3.2-4.5 6.5-4.5s5.9 1.5 6.5 4.5" />,
)
export const SlidersIcon = icon(<path d="M3 5h14M3 10h14M3 15h14M7 3.5v3M13 8.5v3M6 13.5v3" />)
export const LeaveIcon = icon(
  <path d="M8 3H4.5A1.5 1.5 0 0 0 3 4.5v11A1.5 1.5 0 0 0 4.5 17H8m5-3.5 3.5-3.5L13 6.5M16.5 10H7.5" />,
)
export const CopyIcon = icon(
  <path d="M7.5 7.5V4A1.5 1.5 0 0 1 9 2.5h7A1.5 1.5 0 0 1 17.5 4v7a1.5 1.5 0 0 1-1.5 1.5h-3.5M4 7.5h7A1.5 1.5 0 0 1 12.5 9v7a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V9A1.5 1.5 0 0 1 4 7.5Z" />,
)
export const CheckIcon = icon(<path d="m4 10.5 4 4 8-9" />)
export const WarningIcon = icon(<path d="M10 3 2.5 16.5h15L10 3Zm0 5.5v3.5m0 2.3v.2" />)
export const SunIcon = icon(
  <path d="M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.4m9.2 9.2L16 16M16 4l-1.4 1.4M5.4 14.6 4 16" />,
)
export const MoonIcon = icon(<path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z" />)
export const ScreenIcon = icon(<path d="M3 4h14v9.5H3V4Zm4.5 13h5M10 13.5V17" />)
