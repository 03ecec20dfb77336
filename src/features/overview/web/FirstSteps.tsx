import { Check, ChevronDown } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import type { Overview, SetupStep } from '../contract.ts'
import './FirstSteps.css'

type StepText = {
  title: string
  /** What visitors miss until it is done. */
  cost: string
  /** The setting with a ready value, or the link. */
  setting?: string
  link?: { href: string; label: string }
}

const texts: Record<SetupStep['name'], StepText> = {
  address: {
    title: 'Set the public address',
    cost: 'Links in mails and previews lead to this computer, so visitors cannot follow them.',
    setting: 'PUBLIC_URL=https://your.domain',
  },
  mail: {
    title: 'Send mails',
    cost: 'Members cannot verify an address or reset a password: mails are only saved in the folder outbox.',
    setting: 'SMTP_URL=smtp://user:password@host:587',
  },
  products: {
    title: 'Add a product',
    cost: 'Popular and the first page show no items. Links that visitors paste work.',
    link: { href: paths.addProduct(), label: 'Add a Product' },
  },
  productData: {
    title: 'Name a source of product data',
    cost: 'Items that you do not list show what the visitor’s link says, and those of Weidian their public page. Ready files lie in docs/sources.',
    setting: 'PRODUCT_SOURCES=docs/sources/onebound.json',
  },
  qcPhotos: {
    title: 'Name a source of QC photos',
    cost: 'Until then photos come from members only. Ready files lie in docs/sources.',
    setting: 'QC_SOURCES=docs/sources/kakobuy.json',
  },
  exchangeRates: {
    title: 'Keep exchange rates new',
    cost: 'Prices in other currencies use the rates that came with the site, which grow old.',
    setting: 'EXCHANGE_RATES_URL=https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  },
  backups: {
    title: 'Make backups',
    cost: 'If the disk fails, accounts, reviews and photos are lost.',
    setting: 'BACKUP_KEEP=7',
  },
}

/** What is not set up yet and what that costs visitors; one folded line when everything is. */
export function FirstSteps({ setup }: Pick<Overview, 'setup'>) {
  const done = setup.filter(({ isDone }) => isDone).length
  const count = `${done} of ${setup.length} done`
  const next = setup.find(({ isDone }) => !isDone)
  const list = (
    <ol>
      {setup.map((step, index) => (
        <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
      ))}
    </ol>
  )
  if (!next)
    return (
      <details className="first-steps first-steps--done">
        <summary className="first-steps__head">
          <div>
            <h2>Your site is set up</h2>
            <p>{count}</p>
          </div>
          <ChevronDown className="icon" aria-hidden />
        </summary>
        {list}
      </details>
    )
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps__head">
        <div>
          <h2 id="first-steps">Your site is open</h2>
          <p>{`${count}. Nothing here is needed to keep it running.`}</p>
        </div>
      </div>
      {list}
    </section>
  )
}

type StepProps = { step: SetupStep; number: number; isNext: boolean }

function Step({ step: { name, isDone }, number, isNext }: StepProps) {
  const { title, cost, setting, link } = texts[name]
  return (
    <li className="first-steps__step" data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className="first-steps__number">
        {isDone ? (
          <>
            <Check className="icon" aria-hidden />
            <span className="visually-hidden">Done: </span>
          </>
        ) : (
          <span>{number}</span>
        )}
      </span>
      <div>
        <h3>{title}</h3>
        {!isDone && <p>{cost}</p>}
        {!isDone && setting && <code>{setting}</code>}
      </div>
      {!isDone && link && (
        <a className={isNext ? 'primary-button' : 'btn'} href={link.href}>
          {link.label}
        </a>
      )}
    </li>
  )
}
