/** Asks which company is meant. */
export function SearchPage() {
  return (
    <main>
      <h1>firmensuche</h1>
    </main>
  )
}
