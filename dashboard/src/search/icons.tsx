/** Small icons; a text beside each has its meaning. */
interface IconProps {
  readonly path: string
}

export const SEARCH_SIGN = 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5'
export const CLEAR_SIGN = 'M6 6l12 12M18 6 6 18'
export const FILTER_SIGN = 'M4 6h16M7 12h10M10 18h4'
export const CODE_SIGN = 'm8 7-5 5 5 5M16 7l5 5-5 5'
export const BACK_SIGN = 'M19 12H5m6-6-6 6 6 6'
export const COPY_SIGN = 'M9 9h11v11H9zM5 15H4V4h11v1'
export const DONE_SIGN = 'm5 12.5 4.5 4.5L19 7.5'

export function Icon({ path }: IconProps) {
  return (
    <svg className="fs-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
