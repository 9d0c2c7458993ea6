/** Adds the company of a page to a watch list, or to a new one. */
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import type { AppCreateWatchAnswer, AppWatchesAnswer, WatchEntry } from '../../api/types.ts'
import { Dialog, DialogButtons, DialogFoot } from '../../parts/dialog.tsx'
import { Failure, PageFailure } from '../../parts/failure.tsx'
import { BellIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { type Added, addRows, faultOf, isFullFault, useAddedRefresh } from '../watches/add-rows.ts'
import { WATCHES } from '../watches/watches-query.ts'

/** The choice of a list that is made then. */
const NEW = ''

type ListName = Pick<WatchEntry, 'id' | 'name'>

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
          <WatchForm company={company} answer={data} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

interface WatchFormProps extends WatchCompanyProps {
  readonly answer: AppWatchesAnswer
  readonly onClose: () => void
}

function WatchForm({ company, answer, onClose }: WatchFormProps) {
  const words = useWords(WATCHES_WORDS)
  const { adding, lists, chosen, choose, name, setName } = useAdd(company.uuid, answer)
  const isNew = chosen === NEW
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isNew || name.trim() !== '') adding.mutate()
  }
  const isAdded = adding.data !== undefined && faultOf(adding.data) === undefined
  const list = lists.find(({ id }) => id === chosen)
  if (isAdded && list) return <Done company={company} list={list} onClose={onClose} />
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{isolated(company.name)}</p>
        {lists.length > 0 && (
          <NativeSelect
            label={words.watchList}
            value={chosen}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={[
              ...lists.map((list) => ({ value: list.id, label: list.name })),
              { value: NEW, label: words.newList },
            ]}
          />
        )}
        {isNew && (
          <TextInput
            label={words.name}
            description={words.nameHint}
            value={name}
            maxLength={100}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            autoComplete="off"
          />
        )}
        <NotAdded adding={adding} isNew={isNew} company={company} answer={answer} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={adding.isPending} disabled={isNew && name.trim() === ''}>
            {words.addButton}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

interface NotAddedProps extends WatchCompanyProps {
  readonly adding: ReturnType<typeof useAdd>['adding']
  readonly isNew: boolean
  readonly answer: AppWatchesAnswer
}

/** Why the company is not in the list. */
function NotAdded({ adding, isNew, company, answer }: NotAddedProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const fault = adding.data && faultOf(adding.data)
  if (fault !== undefined) {
    return <Failure fault={fault} text={words.notAdded(isolated(company.name), words.faults[fault])} />
  }
  const full = isNew
    ? words.atMost(`${answer.watches_max}`)
    : words.listFullNow(format.number(answer.companies_max))
  return <Failure fault={adding.error} {...(isFullFault(adding.error) && { text: full })} />
}

/** The list that is chosen, and the addition to it; a list that was made stays chosen if the addition fails. */
function useAdd(uuid: string, { watches }: AppWatchesAnswer) {
  const refresh = useAddedRefresh()
  const [made, setMade] = useState<ListName>()
  const [chosen, setChosen] = useState(watches[0]?.id ?? NEW)
  const [name, setName] = useState('')
  const makeList = async () => {
    const { watch } = await post<AppCreateWatchAnswer>('watches', { name: name.trim() })
    setMade(watch)
    setChosen(watch.id)
    return watch.id
  }
  const adding = useMutation({
    mutationFn: async () => {
      const [added] = await addRows(chosen === NEW ? await makeList() : chosen, [{ uuid }])
      return added as Added[number]
    },
    onSettled: refresh,
  })
  const choose = (id: string) => {
    setChosen(id)
    adding.reset()
  }
  const isKnown = made === undefined || watches.some(({ id }) => id === made.id)
  const lists: readonly ListName[] = isKnown ? watches : [...watches, made]
  return { adding, lists, chosen, choose, name, setName }
}

interface DoneProps extends WatchCompanyProps, Pick<WatchFormProps, 'onClose'> {
  readonly list: ListName
}

function Done({ company, list, onClose }: DoneProps) {
  const words = useWords(WATCHES_WORDS)
  const shell = useWords(SHELL)
  const { history } = useRouter()
  return (
    <Stack>
      <p role="status">{words.watchDone(isolated(company.name), isolated(list.name))}</p>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {shell.close}
        </Button>
        <Button onClick={() => history.push(`/watches/${list.id}`)}>{words.openList}</Button>
      </DialogFoot>
    </Stack>
  )
}
