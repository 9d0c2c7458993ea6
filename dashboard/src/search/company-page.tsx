/** The page about one company: its record, history and source. */
import { type ReactNode, useId, useState } from 'react'
import { COMPANY } from '../words/company.ts'
import { useFormat } from '../words/format.ts'
import { isolated, visibleJson } from '../words/isolated.ts'
import { Isolated } from '../words/isolated-text.tsx'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Company } from './answers.ts'
import { Attribution } from './attribution.tsx'
import { CompanyHistory } from './company-history.tsx'
import { LeiFacts } from './company-lei.tsx'
import { CopyButton } from './copy-button.tsx'
import { curlOf } from './curl.ts'
import { BACK_SIGN, CODE_SIGN, Icon } from './icons.tsx'
import { useMemory } from './memory.ts'
import { companyPath, Link, useSearchNavigation } from './navigation.tsx'
import { FailureNotice, Notice } from './notice.tsx'
import { useNaming } from './reference.tsx'
import { RequestPanel } from './request-panel.tsx'
import { useTitle } from './search-page.tsx'
import { StatusMark } from './status-mark.tsx'
import { useCompany } from './use-company.ts'

export function CompanyPage({ uuid }: { readonly uuid: string }) {
  const words = useWords(SEARCH)
  const { looking, again } = useCompany(uuid)
  useTitle(looking.state === 'found' ? looking.company.name : words.companyTitle)
  return (
    <div className="fs-company">
      <Back />
      {looking.state === 'looking' && <CompanySkeleton />}
      {looking.state === 'failed' && <FailureNotice fault={looking.fault} onAgain={again} />}
      {looking.state === 'gone' && <Gone />}
      {looking.state === 'found' && <Entry company={looking.company} hasMoved={looking.hasMoved} />}
    </div>
  )
}

/**
 * Links to the search from which the page was opened, as a step back in the history, so that its scroll
 * position is kept.
 */
function Back() {
  const words = useWords(SEARCH)
  const { searchPath, path } = useSearchNavigation()
  const { lastSearch, openedFromSearch } = useMemory()
  const stepBack = openedFromSearch === path ? () => history.back() : undefined
  return (
    <p className="fs-back">
      <Link to={lastSearch ?? searchPath} onFollow={stepBack}>
        <Icon path={BACK_SIGN} />
        {words.back}
      </Link>
    </p>
  )
}

function Gone() {
  const words = useWords(SEARCH)
  return (
    <div className="fs-none">
      <h1 className="fs-none-title">{words.gone}</h1>
      <p>{words.goneWhy}</p>
    </div>
  )
}

function CompanySkeleton() {
  const words = useWords(SEARCH)
  return (
    <div className="fs-skeleton" role="status">
      <h1 className="fs-hidden">{words.companyTitle}</h1>
      <div className="fs-skeleton-row" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </div>
  )
}

function Entry({ company, hasMoved }: { readonly company: Company; readonly hasMoved: boolean }) {
  const words = useWords(SEARCH)
  const texts = useWords(COMPANY)
  return (
    <article>
      <CompanyHead company={company} />
      {hasMoved && (
        <Notice kind="plain">
          <p>{words.moved}</p>
        </Notice>
      )}
      {company.status === 'removed' && (
        <Notice kind="warn">
          <p>{texts.removedNotice}</p>
        </Notice>
      )}
      <RemovalNotice company={company} />
      <Facts company={company} />
      <CompanyHistory company={company} />
      <Sources company={company} />
    </article>
  )
}

function RemovalNotice({ company: { status, events } }: { readonly company: Company }) {
  const words = useWords(COMPANY)
  const format = useFormat()
  const announced = events.find(({ kind }) => kind === 'removal_announced')
  if (announced === undefined || status === 'removed') return null
  return (
    <Notice kind="warn">
      <p>{words.removalAnnounced(format.day(announced.date))}</p>
    </Notice>
  )
}

function CompanyHead({ company }: { readonly company: Company }) {
  const words = useWords(SEARCH)
  const nameOf = useNaming()
  const { origin } = window.location
  const { actionOf } = useSearchNavigation()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <header className="fs-company-head">
        <h1>
          <Isolated>{company.name}</Isolated>
        </h1>
        <p className="fs-company-kind">
          <StatusMark status={company.status} />
          {company.legal_form !== 'unknown' && <span>{nameOf('legal_forms', company.legal_form)}</span>}
        </p>
        {company.sources[0] !== undefined && (
          <p className="fs-hit-foot">
            <Attribution source={company.sources[0]} />
          </p>
        )}
        <p className="fs-actions">
          <CopyButton
            text={origin + companyPath(company.uuid)}
            label={words.copyLink}
            done={words.linkCopied}
          />
          <button
            type="button"
            className="fs-button"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon path={CODE_SIGN} />
            {words.asRequest}
          </button>
          {actionOf?.(company)}
        </p>
      </header>
      {isOpen && (
        <RequestPanel
          id={panel}
          curl={curlOf(`${origin}/api/v1/companies/${company.uuid}`)}
          json={visibleJson(company, 2)}
        />
      )}
    </>
  )
}

function Facts({ company }: { readonly company: Company }) {
  const words = useWords(SEARCH)
  const texts = useWords(COMPANY)
  const format = useFormat()
  const nameOf = useNaming()
  return (
    <section className="fs-panel" aria-labelledby="fs-facts">
      <h2 id="fs-facts">{texts.facts}</h2>
      <dl className="fs-facts-list">
        <Fact name={texts.number}>{company.registration_number}</Fact>
        {company.register_type !== '' && (
          <Fact name={texts.register}>
            {nameOf('register_types', company.register_type)},{' '}
            {words.localCourt(isolated(company.register_court))}
          </Fact>
        )}
        {company.register_type === '' && (
          <Fact name={words.country}>{company.country && nameOf('countries', company.country)}</Fact>
        )}
        <Fact name={words.seat}>{isolated(company.seat)}</Fact>
        <Fact name={texts.address}>{company.address && isolated(company.address.text)}</Fact>
        <Fact name={texts.registeredOn}>{company.registered_on && format.day(company.registered_on)}</Fact>
        {company.euid !== '' && (
          <Fact name={texts.euid}>
            <code>{company.euid}</code>
          </Fact>
        )}
        <LeiFacts company={company} />
        <Fact name={texts.statusAtSource}>
          {company.status_raw !== '' && <SourceStatus word={company.status_raw} />}
        </Fact>
        <Fact name={texts.updated}>{format.moment(company.updated_at)}</Fact>
      </dl>
    </section>
  )
}

/** Shows the status of the source, translated if possible; the sources so far are in English. */
function SourceStatus({ word }: { readonly word: string }) {
  const words = useWords(COMPANY)
  return words.sourceStatuses[word] ?? <bdi lang="en">{word}</bdi>
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const words = useWords(COMPANY)
  const isKnown = children !== undefined && children !== null && children !== false && children !== ''
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isKnown ? children : <span className="fs-unknown">{words.notKnown}</span>}</dd>
    </div>
  )
}

function Sources({ company }: { readonly company: Company }) {
  const words = useWords(COMPANY)
  return (
    <section className="fs-panel" aria-labelledby="fs-sources">
      <h2 id="fs-sources">{words.sources}</h2>
      <ul className="fs-sources">
        {company.sources.map((source) => (
          <li key={`${source.source} ${source.source_id}`}>
            <code>{source.source_id}</code>
            <Attribution source={source} />
          </li>
        ))}
      </ul>
    </section>
  )
}
