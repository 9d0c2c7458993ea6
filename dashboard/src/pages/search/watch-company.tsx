/** Adds the company of a page to a watch list, or to a new one. */
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import type { AppCreateWatchAnswer, AppWatchesAnswer } from '../../api/types.ts'
import { Dialog, DialogButtons, DialogFoot } from '../../parts/dialog.tsx'
import { Failure, PageFailure } from '../../parts/failure.tsx'
import { BellIcon } from '../../shell/icons.tsx'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { addRows, useAddedRefresh } from '../watches/add-rows.ts'
import { WATCHES } from '../watches/watches-query.ts'

/** The choice of a list that is made then. */
const NEW = ''

interface WatchCompanyProps {
  readonly company: { readonly uuid: string; readonly name: string }
}

export function WatchCompany({ company }: WatchCompanyProps) {
  const words = useWords(WATCHES_WORDS)
  const [isOpen, setIsOpen] = useState(false)
  const { data, isPending, error, refetch } = useQuery({ ...WATCHES, enabled: isOpen })
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="fs-button"
        aria-busy={isOpen && isPending}
        onClick={() => setIsOpen(true)}
      >
        <BellIcon size={18} />
        {words.watchThis}
      </button>
      {/* Opened when its first field is there, which then has the focus. */}
      <Dialog opened={isOpen && !isPending} onClose={close} title={words.watchTitle}>
        {data === undefined ? (
          <PageFailure fault={error} onRetry={() => refetch()} />
        ) : (
          <WatchForm company={company} watches={data.watches} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

interface WatchFormProps extends WatchCompanyProps, Pick<AppWatchesAnswer, 'watches'> {
  readonly onClose: () => void
}

function WatchForm({ company, watches, onClose }: WatchFormProps) {
  const words = useWords(WATCHES_WORDS)
  const [chosen, setChosen] = useState(watches[0]?.id ?? NEW)
  const [name, setName] = useState('')
  const adding = useAdd(company.uuid)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen !== NEW || name.trim() !== '') adding.mutate({ chosen, name: name.trim() })
  }
  if (adding.data !== undefined) return <Done {...{ company, watches, onClose }} {...adding.data} />
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{isolated(company.name)}</p>
        {watches.length > 0 && (
          <NativeSelect
            label={words.watchList}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[
              ...watches.map((watch) => ({ value: watch.id, label: watch.name })),
              { value: NEW, label: words.newList },
            ]}
          />
        )}
        {chosen === NEW && (
          <TextInput
            label={words.name}
            description={words.nameHint}
            value={name}
            maxLength={100}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            autoComplete="off"
          />
        )}
        <Failure fault={adding.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={adding.isPending} disabled={chosen === NEW && name.trim() === ''}>
            {words.addButton}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function useAdd(uuid: string) {
  const refresh = useAddedRefresh()
  return useMutation({
    mutationFn: async ({ chosen, name }: { readonly chosen: string; readonly name: string }) => {
      const id = chosen === NEW ? (await post<AppCreateWatchAnswer>('watches', { name })).watch.id : chosen
      await addRows(id, [{ uuid }])
      return { id, name }
    },
    onSettled: refresh,
  })
}

interface DoneProps extends WatchFormProps {
  readonly id: string
  /** The name of a new list. */
  readonly name: string
}

function Done({ company, watches, id, name, onClose }: DoneProps) {
  const words = useWords(WATCHES_WORDS)
  const shell = useWords(SHELL)
  const { history } = useRouter()
  const list = watches.find((watch) => watch.id === id)?.name ?? name
  return (
    <Stack>
      <p role="status">{words.watchDone(isolated(company.name), isolated(list))}</p>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {shell.close}
        </Button>
        <Button onClick={() => history.push(`/watches/${id}`)}>{words.openList}</Button>
      </DialogFoot>
    </Stack>
  )
}
