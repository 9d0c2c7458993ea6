/** Deletes a list with its result, after a confirmation. */
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../../api/call.ts'
import type { MatchEntry } from '../../api/types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { isActive, MATCHES } from './matches-query.ts'

interface DeleteListProps {
  readonly job: MatchEntry
  readonly onDeleted?: () => void
}

export function DeleteList({ job, onDeleted }: DeleteListProps) {
  const words = useWords(MATCHES_WORDS)
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const name = isolated(job.filename || words.noName)
  const deleting = useMutation({
    mutationFn: () => post(`matches/${job.id}/delete`),
    onSuccess: () => {
      setIsOpen(false)
      onDeleted?.()
      return queries.invalidateQueries({ queryKey: MATCHES.queryKey })
    },
  })
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setIsOpen(true)} aria-label={words.deleteOf(name)}>
        {words.delete}
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={words.deleteTitle}>
        <Stack>
          <p>{words.deleteText(name)}</p>
          {isActive(job) && <p>{words.deleteActive}</p>}
          <Failure fault={deleting.error} />
          <DialogButtons onClose={() => setIsOpen(false)}>
            <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
              {words.deleteNow}
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    </>
  )
}
