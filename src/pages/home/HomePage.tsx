import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ParsedLink } from '#features/product-links/contract.ts'
import { parseLinkErrorParams } from '#features/product-links/parse-error-codes.ts'
import { ExampleLinks } from '#features/product-links/web/ExampleLinks.tsx'
import { HeroLinkForm } from '#features/product-links/web/HeroLinkForm.tsx'
import { TrendingCarousel } from '#features/products/web/trending/TrendingCarousel.tsx'
import { useExamples } from '#features/products/web/use-examples.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { useNamedShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { siteDescription } from '#shared/site.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { DeepEdge } from '#shared/web/ui/values/DeepEdge.tsx'
import '#features/product-links/web/LinkErrorNotice.css'
import './HomePage.css'
import { ToolGrid } from '../tools/ToolGrid.tsx'
import { useCardActions } from '../use-card-actions.tsx'
import { LiveComparison } from './LiveComparison.tsx'

const LinkedItem = lazy(() =>
  import('./LinkedItem.tsx').then(
    ({ LinkedItem }) => ({ default: LinkedItem }),
    () => ({ default: ItemNumber }), // there is no connection
  ),
)

const loadNotice = () => import('#features/product-links/web/LinkErrorNotice.tsx')

/** Lazy, because few pages need it. */
const LinkErrorNotice = import.meta.env.SSR
  ? (await loadNotice()).LinkErrorNotice
  : lazy(async () => ({ default: (await loadNotice()).LinkErrorNotice }))

/** The pasted item's number, until its data is loaded. */
function ItemNumber({ link: { shopType, id } }: { link: ParsedLink }) {
  return <span className="link-status__line">{`${marketplaceLabels[shopType]}, item ${id}`}</span>
}

const loadEmptyHome = () => import('./EmptyHome.tsx')

/** Lazy, because a site with items needs none of it. */
const { EmptyHero, WorkingTools, NoTrending } = import.meta.env.SSR
  ? await loadEmptyHome()
  : {
      EmptyHero: lazy(async () => ({ default: (await loadEmptyHome()).EmptyHero })),
      WorkingTools: lazy(async () => ({ default: (await loadEmptyHome()).WorkingTools })),
      NoTrending: lazy(async () => ({ default: (await loadEmptyHome()).NoTrending })),
    }

/** The photos of the site's best item and links to examples; a drawing, and what works, where there is none (073). */
function HomeHero() {
  const examples = useExamples() ?? []
  const photographed = examples.filter(({ qcImage }) => qcImage !== null)
  const best = photographed.find(({ shopType }) => shopType === 'weidian') ?? photographed[0]
  return (
    <Suspense>
      {best ? <LiveComparison product={best} /> : <EmptyHero />}
      {examples.length > 0 ? <ExampleLinks items={examples} /> : <WorkingTools />}
    </Suspense>
  )
}

/** The home page (§2): the link box, then popular products, then the tools. */
export default function HomePage() {
  const search = useSearchParams()
  const { refused, why, link } = parseLinkErrorParams(search)
  return (
    <>
      <PageHead
        title="Paste a link, see the QC photos"
        description={siteDescription}
        path={paths.home()}
        image="/share.jpg"
        imageAlt="A sneaker on a warehouse cutting mat next to the seller's photo"
        isIndexed={refused === undefined}
      />
      <section className="surface-dark" aria-labelledby="home-title">
        <DeepEdge />
        <div className="wrap hero__grid">
          <div className="hero__head">
            <h1 className="hero__title" id="home-title">
              <span>Paste a link,</span> <span>see the QC photos.</span>
            </h1>
            <p className="hero__lead">
              Warehouse photos, prices, reviews and shipping estimates, before you buy.
            </p>
            <HeroLinkForm
              renderItem={(link) => (
                <Suspense fallback={<ItemNumber link={link} />}>
                  <LinkedItem link={link} />
                </Suspense>
              )}
            />
            {refused && (
              <Suspense>
                <LinkErrorNotice code={refused} why={why} shortLink={link} />
              </Suspense>
            )}
          </div>
          <HomeHero />
        </div>
      </section>
      <section className="section wrap">
        <TrendingCarousel
          shipTo={useNamedShipTo()}
          {...useCardActions()}
          empty={
            <Suspense>
              <NoTrending />
            </Suspense>
          }
        />
      </section>
      <section className="section wrap" id="tools" aria-labelledby="tools-title">
        <div className="section__head">
          <h2 id="tools-title">Tools</h2>
          <a className="home__tools" href={paths.tools()}>
            All tools <ArrowRight className="icon icon--s" aria-hidden />
          </a>
        </div>
        <div className="section__rule ruler-ticks" aria-hidden />
        <ToolGrid level={3} />
      </section>
    </>
  )
}
