/** Returns a number with its word: `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
