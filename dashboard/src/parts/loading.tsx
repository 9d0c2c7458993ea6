/** Grey bars in the shape of the content that is loading, with one word for screen readers. */
import { Skeleton } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './loading.module.css'

/** Replaces a page while it loads. */
export function PageLoading({ isWhole = false }: { readonly isWhole?: boolean }) {
  return (
    <div className={isWhole ? styles.whole : styles.page}>
      <Skeleton height={28} width="min(14rem, 60%)" />
      <Skeleton height={16} width="min(28rem, 90%)" mt="sm" mb="xl" />
      <Rows count={4} />
    </div>
  )
}

/** Replaces a list or a table while it loads; `count`: expected rows. */
export function Rows({ count }: { readonly count: number }) {
  const words = useWords(SHELL)
  return (
    <div role="status" className={styles.rows}>
      <span className={styles.word}>{words.loading}</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no other name
        <Skeleton key={at} height={44} />
      ))}
    </div>
  )
}
