import { dutyNotesQuery } from '#features/duty-notes/web/queries.ts'
import { categoriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { parseConvertSearch } from '#features/link-converter/convert-search.ts'
import { parseUnknownHost } from '#features/product-links/web/unknown-host.ts'
import { parseItemParams } from '#features/products/item-params.ts'
import {
  clearDestination,
  getPopularPath,
  type PopularSearch,
  parsePopularSearch,
} from '#features/products/popular-search.ts'
import {
  catalogueFactsQuery,
  popularQuery,
  productInfoQuery,
  productQuery,
  trendingQuery,
} from '#features/products/web/queries.ts'
import { qcExternalQuery, qcPhotosQuery } from '#features/qc-photos/web/queries.ts'
import { readingQuery } from '#features/readings/web/queries.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import {
  buildEstimateUrl,
  type EstimateSearch,
  getEstimateRequest,
  isEmptySearch,
  isEstimateRequested,
  parseEstimateSearch,
} from '#features/shipping/estimate-search.ts'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { getLookPath, type PhotoLook, parseLook } from '#features/visitor/look.ts'
import { definePage, type PageLoader, type PageOutcome, type RouteTable } from '#framework/route.ts'
import { paths } from '#shared/paths.ts'
import { bareLayout, dashboardLayout, memberLayout, publicLayout } from './layouts.tsx'

/** How long the server waits for an outside source before it sends the page without that data. */
const sourceTimeoutMs = 1000

/** §2 Account screens. Private pages have secrets in the URL, from a link in an email or from Google. */
const accountPages = [
  definePage(publicLayout, {
    id: 'account/LoginPage',
    path: paths.login(),
    isFullLoad: true,
    load: async (needs) => ({ keep: await loadFacts(needs) }),
    view: () => import('#pages/account/LoginPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/RegisterPage',
    path: paths.register(),
    isFullLoad: true,
    view: () => import('#pages/account/RegisterPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/ResetPasswordPage',
    path: paths.resetPassword(),
    isPrivate: true,
    view: () => import('#pages/account/ResetPasswordPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/VerifyEmailPage',
    path: paths.verifyEmail(),
    isPrivate: true,
    view: () => import('#pages/account/VerifyEmailPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/UnlockPage',
    path: paths.unlock(),
    isPrivate: true,
    view: () => import('#pages/account/UnlockPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'WatchOffPage',
    path: paths.watchOff(),
    isPrivate: true,
    view: () => import('#pages/WatchOffPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/SetUpPage',
    path: paths.setUp(),
    isPrivate: true,
    view: () => import('#pages/account/SetUpPage.tsx'),
  }),
  definePage(publicLayout, {
    id: 'account/GoogleReturnPage',
    path: paths.googleReturn(),
    isPrivate: true,
    view: () => import('#pages/account/GoogleReturnPage.tsx'),
  }),
  definePage(memberLayout, {
    id: 'account/ChangePasswordPage',
    path: paths.changePassword(),
    view: () => import('#pages/account/ChangePasswordPage.tsx'),
  }),
  definePage(memberLayout, {
    id: 'collection/CollectionPage',
    path: paths.collection(),
    view: () => import('#pages/collection/CollectionPage.tsx'),
  }),
]

const dashboardPages = [
  definePage(bareLayout, {
    id: 'dashboard/AdminHomePage',
    path: paths.dashboard(),
    load: async () => ({ redirect: paths.dashboardHome() }),
    view: () => import('#pages/dashboard/AdminHomePage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/AdminHomePage',
    path: paths.dashboardHome(),
    view: () => import('#pages/dashboard/AdminHomePage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/UsersPage',
    path: paths.users(),
    view: () => import('#pages/dashboard/UsersPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/AddProductPage',
    path: paths.addProduct(),
    view: () => import('#pages/dashboard/AddProductPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ManageProductsPage',
    path: paths.manageProducts(),
    view: () => import('#pages/dashboard/ManageProductsPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/AddAgentPage',
    path: paths.addAgent(),
    view: () => import('#pages/dashboard/AddAgentPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ManageAgentPage',
    path: paths.manageAgent(),
    view: () => import('#pages/dashboard/ManageAgentPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ManageReviewPage',
    path: paths.manageReview(),
    view: () => import('#pages/dashboard/ManageReviewPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ManageQcPage',
    path: paths.manageQc(),
    view: () => import('#pages/dashboard/ManageQcPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ManageReadingsPage',
    path: paths.manageReadings(),
    view: () => import('#pages/dashboard/ManageReadingsPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/RateCardsPage',
    path: paths.rateCards(),
    view: () => import('#pages/dashboard/RateCardsPage.tsx'),
  }),
  definePage(dashboardLayout, {
    id: 'dashboard/ChangePasswordPage',
    path: paths.dashboardChangePassword(),
    view: () => import('#pages/dashboard/ChangePasswordPage.tsx'),
  }),
]

/** In the browser, the code of the page itself parses them. */
const parseLinkErrorParams = import.meta.env.SSR
  ? (await import('#features/product-links/parse-error-codes.ts')).parseLinkErrorParams
  : undefined

/** The route table of §2: path, the data a page needs, and its code. */
export const routes: RouteTable = {
  pages: [
    definePage(publicLayout, {
      id: 'home/HomePage',
      path: '/',
      search: (params) => ({
        look: parseLook(params),
        ...parseLinkErrorParams?.(params),
      }),
      load: async (needs, { search }) => {
        const facts = loadFacts(needs)
        await needs.later(trendingQuery(needs.send), sourceTimeoutMs) // the page also works without these products
        const hasFacts = await facts
        return { keep: hasFacts && !search.link } // not cached: there are too many different links
      },
      view: () => import('#pages/home/HomePage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'popular/PopularPage',
      path: '/popular',
      search: parsePopularSearch,
      load: (needs, { search }) => loadPopular(needs, search),
      view: () => import('#pages/popular/PopularPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'product/ProductPage',
      path: '/product/:shopType/:id',
      search: (params) => ({
        look: parseLook(params),
        ...(import.meta.env.SSR && { host: parseUnknownHost(params) }),
      }),
      load: (needs, { params, search }) => loadProduct(needs, params, search),
      view: () => import('#pages/product/ProductPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'estimation/EstimationPage',
      path: paths.estimation(),
      // In the browser, the page loads its data itself, so that other pages do not download the code for it.
      ...(import.meta.env.SSR && {
        search: parseEstimateSearch,
        load: loadEstimation,
        parts: (search: EstimateSearch) =>
          isEstimateRequested(search) ? ['features/shipping/web/results/EstimateResults.tsx'] : [],
      }),
      view: () => import('#pages/estimation/EstimationPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'haul/HaulPage',
      path: paths.haul(),
      view: () => import('#pages/haul/HaulPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'tools/ToolsPage',
      path: '/tools',
      load: async (needs) => ({ keep: await loadFacts(needs) }),
      view: () => import('#pages/tools/ToolsPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'tools/ConvertPage',
      path: '/convert',
      search: parseConvertSearch,
      load: async (needs, { search: { text } }) => {
        const { send, critical } = needs
        if (text === undefined) {
          return { keep: await loadFacts(needs) }
        }
        const { conversionQuery } = await import('#features/link-converter/web/queries.ts')
        await critical(conversionQuery(send, text))
        return { keep: false } // not cached: there are too many different texts
      },
      view: () => import('#pages/tools/ConvertPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'handover/HandoverPage',
      path: paths.handover(),
      isPrivate: true,
      view: () => import('#pages/handover/HandoverPage.tsx'),
    }),
    definePage(publicLayout, {
      id: 'tools/ExtensionPage',
      path: paths.extension(),
      view: () => import('#pages/tools/ExtensionPage.tsx'),
    }),
    ...accountPages,
    ...dashboardPages,
  ],
  lost: definePage(publicLayout, {
    id: 'NotFoundPage',
    path: '',
    load: async () => ({ status: 404 }),
    view: () => import('#pages/NotFoundPage.tsx'),
  }),
}

/**
 * Loads the facts about the whole catalog that the home page, Popular, the tools and the login show. False when they did not come in time:
 * a page whose items depend on them is then not kept.
 */
async function loadFacts({ send, later }: PageLoader): Promise<boolean> {
  return (await later(catalogueFactsQuery(send), sourceTimeoutMs)) !== undefined
}

/** In the browser the page appears at once. Until the new list is loaded, it shows the last list or skeletons. */
async function loadPopular(needs: PageLoader, search: PopularSearch): Promise<PageOutcome> {
  const { send, critical, later } = needs
  const products = popularQuery(send, search)
  const { ShipTo } = search
  const facts = loadFacts(needs)
  if (!import.meta.env.SSR) {
    await later(products)
  } else if (ShipTo && (await critical(countryNameQuery(ShipTo))) === null) {
    return { redirect: getPopularPath(clearDestination(search)) }
  } else {
    await critical(products)
  }
  await facts
  return {}
}

/** The server renders the estimate with the names it shows. Not cached: there are too many different requests. */
async function loadEstimation(
  { send, critical, later }: PageLoader,
  { search }: { search: EstimateSearch },
): Promise<PageOutcome> {
  if (isEmptySearch(search)) return { keep: true }
  const { toCanonicalSearch } = await import('#features/shipping/web/canonical-search.ts')
  const url = buildEstimateUrl(toCanonicalSearch(search))
  if (url !== buildEstimateUrl(search)) return { redirect: url }
  const request = getEstimateRequest(search)
  const isRequested = isEstimateRequested(search)
  await Promise.all([
    isRequested && critical(estimationQuery(send, request)),
    request.destination !== undefined && critical(countryNameQuery(request.destination)),
    (isRequested || request.features !== undefined) && critical(categoriesQuery()),
    isRequested && later(dutyNotesQuery(send), sourceTimeoutMs),
  ])
  return { keep: false }
}

/** What the page shows of an item without information. */
const unknownItemParts = { parts: ['pages/product/unknown/UnknownItem.tsx'] }

type ProductParams = { shopType?: string | undefined; id?: string | undefined }

/**
 * Waits for all data of our own. Outside sources have one second; after that, the browser requests their data. A page
 * without that data is not cached, because the next visitor may get it. A page that names a host is not cached either:
 * there are too many different hosts.
 */
async function loadProduct(
  { send, critical, later }: PageLoader,
  params: ProductParams,
  { look: photoLook, host }: { look: PhotoLook | undefined; host?: string | undefined },
): Promise<PageOutcome> {
  const item = parseItemParams(params)
  if (!item) return { status: 404, ...(import.meta.env.SSR && unknownItemParts) }
  const pathname = paths.product(item.shopType, item.productCode)
  if (params.shopType !== item.shopType) {
    return { redirect: getLookPath({ pathname, search: '' }, photoLook ?? 'listing') }
  }
  const key = { shopType: item.shopType, id: item.productCode }
  const [info, qc] = await Promise.all([
    later(productInfoQuery(send, item), sourceTimeoutMs),
    later(qcExternalQuery(send, key), sourceTimeoutMs),
    critical(productQuery(send, item)),
    critical(qcPhotosQuery(send, key)),
    critical(reviewsQuery(send, key)),
  ])
  const state = info?.data.state
  if (state !== undefined && state !== 'known') await critical(readingQuery(send, item))
  return {
    keep: !host && state === 'known' && qc?.data !== null,
    ...(state === 'not-found' && { status: 404 }),
    ...(import.meta.env.SSR && state !== undefined && state !== 'known' && unknownItemParts),
  }
}
