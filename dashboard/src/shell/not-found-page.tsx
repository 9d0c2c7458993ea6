import { Button } from '@mantine/core'
import { Empty } from '../parts/empty.tsx'
import { useHeading } from '../parts/page-head.tsx'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'

/** Shown for unknown paths, and for pages that only operators may see. */
export function NotFoundPage() {
  const words = useWords(SHELL)
  useHeading(words.notFoundTitle)
  return (
    <Empty isPage title={words.notFoundTitle} text={words.notFoundText}>
      <Button component="a" href="/" variant="default">
        {words.toStart}
      </Button>
    </Empty>
  )
}
