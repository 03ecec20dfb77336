import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUpRight, Check, Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { BookmarkLink } from '#features/readings/web/bookmarklet/BookmarkLink.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { settingsQuery } from '#features/site/web/queries.ts'
import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import './ExtensionPage.css'

const lead = "See QC photos and prices on the marketplace's or agent's own page."

const abilities = [
  'Shows a small panel on item pages of supported marketplaces and agents, and nowhere else.',
  'Sends the item number to this site while the panel is open.',
  "When you press Read, reads the open item's title, price, variants, weight and picture addresses, or the warehouse photos, variant and weight on an agent's order page.",
  'Shows you what it read, and hands what you leave ticked to this site’s own page. You look at it there before it is sent.',
  'When you press Collect links, puts the item links of the page into the link converter.',
  'Hides the agents\' "warm reminder". You can turn this off in the settings.',
  'Keeps its settings on your device.',
]
const limitations = [
  'It does not read your tabs, your history, your cookies or what you type, and reads a page only when you press.',
  'It never reads your name, address, order number or balance, and sends no address of an order page or its photos.',
  'It signs in nowhere, and sends nothing from inside a marketplace’s or agent’s page.',
  'It contacts only the site you set, and your browser asks you first. After a press it also shows the first pictures that it read, from where the page has them.',
  'It changes no page except for the panel and the reminder, and pages cannot read what the panel shows.',
  'It collects no statistics and shares nothing else.',
]

const bookmarkPoints = [
  'It reads the open page as the extension does, once, when you press it, and opens this site with what it read.',
  'What it read stands behind the # of the address, which no browser sends, and leaves the address at once. You look at it there before it is sent.',
  'Some pages forbid bookmarks to run. There it says so: use the extension, or add what you see yourself.',
  'Photos of an order go along as far as an address has room. The extension takes them all.',
]

/** How to install the browser extension, and what it does (§2 Tools, Chrome Extension). */
export default function ExtensionPage() {
  const { extensionUrl, publicUrl } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  return (
    <>
      <PageHead title="Browser extension" description={lead} path={paths.extension()} />
      <div className="wrap extension">
        <header className="extension__head">
          <h1>Browser extension</h1>
          <p className="muted">{lead}</p>
        </header>
        <InstallSection extensionUrl={extensionUrl} publicUrl={publicUrl} />
        <BookmarkSection />
        <section aria-labelledby="extension-does">
          <h2 id="extension-does">What it does</h2>
          <Points points={abilities} icon={<Check className="icon" aria-hidden />} />
        </section>
        <section aria-labelledby="extension-does-not">
          <h2 id="extension-does-not">What it does not do</h2>
          <Points points={limitations} icon={<X className="icon" aria-hidden />} />
        </section>
      </div>
    </>
  )
}

/** Where nothing may be installed. */
function BookmarkSection() {
  return (
    <section className="extension__load" aria-labelledby="extension-bookmark">
      <h2 id="extension-bookmark">Or use a bookmark</h2>
      <p>
        Drag this to your bookmarks bar, then press it on an item's page. With keys, copy its address and make
        a bookmark with it.
      </p>
      <BookmarkLink />
      <Points points={bookmarkPoints} icon={<Check className="icon" aria-hidden />} />
    </section>
  )
}

type InstallSectionProps = {
  /** The page of the extension in the browser's store, if there is one. */
  extensionUrl: string | null
  publicUrl: string
}

function InstallSection({ extensionUrl, publicUrl }: InstallSectionProps) {
  return (
    <section className="extension__load" aria-labelledby="extension-load">
      <h2 id="extension-load">Install it</h2>
      <p>Works in Chrome, Edge, Brave and other Chromium browsers, version 126 or later.</p>
      <p className="extension__get">
        <a
          className="btn btn--brand"
          href={paths.extensionZip()}
          download={`${siteName.toLowerCase()}-extension.zip`}
        >
          <Download className="icon icon--s" aria-hidden />
          Download the extension
        </a>
        {extensionUrl && (
          <a className="btn" href={extensionUrl} target="_blank" rel="noopener noreferrer">
            Open the extension store page <ArrowUpRight className="icon icon--s" aria-hidden />
            <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        )}
      </p>
      <ol className="extension__steps">
        <li>Unzip the file into a folder you won't delete.</li>
        <li>
          Open <code>chrome://extensions</code> and turn on <b>Developer mode</b>.
        </li>
        <li>
          Choose <b>Load unpacked</b> and select the folder.
        </li>
        <li>
          Open the extension's settings, enter <code>{publicUrl}</code> and choose <b>Save and allow</b>.
        </li>
        <li>Open an item on Taobao, Tmall, 1688, Weidian or an agent. The panel is in the corner.</li>
      </ol>
    </section>
  )
}

function Points({ points, icon }: { points: string[]; icon: ReactNode }) {
  return (
    <ul className="extension__points">
      {points.map((point) => (
        <li key={point}>
          {icon}
          <span>{point}</span>
        </li>
      ))}
    </ul>
  )
}
