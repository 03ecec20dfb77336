import { dutyNotesQuery } from '#features/duty-notes/web/queries.ts'
import { categoriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { convertSearchOf } from '#features/link-converter/convert-search.ts'
import { followOutcomes, refusalCodes } from '#features/product-links/parse-error-codes.ts'
import { parseItemParams } from '#features/products/item-params.ts'
import {
  type PopularSearch,
  popularAddress,
  popularSearchOf,
  withoutFreight,
} from '#features/products/popular-search.ts'
import {
  popularQuery,
  productInfoQuery,
  productQuery,
  trendingQuery,
} from '#features/products/web/queries.ts'
import { qcExternalQuery, qcPhotosQuery } from '#features/qc-photos/web/queries.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import {
  type EstimateSearch,
  estimateAddress,
  estimateSearchOf,
  isQuestion,
} from '#features/shipping/estimate-search.ts'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { type Needs, page, type Routes, type Verdict } from '#framework/route.ts'
import { paths } from '#shared/paths.ts'
import { bareLayout, dashboardLayout, memberLayout, publicLayout } from './layouts.tsx'

/** How long a page waits for an outside source before it is sent without it, in ms. */
const sourcePatience = 1000

/** §2 Account screens. A link in an email, and Google's answer, carry secrets in the URL. */
const accountPages = [
  page(publicLayout, {
    id: 'LoginPage',
    path: paths.login(),
    isFullLoad: true,
    view: () => import('#pages/LoginPage.tsx'),
  }),
  page(publicLayout, {
    id: 'RegisterPage',
    path: paths.register(),
    isFullLoad: true,
    view: () => import('#pages/RegisterPage.tsx'),
  }),
  page(publicLayout, {
    id: 'ResetPasswordPage',
    path: paths.resetPassword(),
    isPrivate: true,
    view: () => import('#pages/ResetPasswordPage.tsx'),
  }),
  page(publicLayout, {
    id: 'VerifyEmailPage',
    path: paths.verifyEmail(),
    isPrivate: true,
    view: () => import('#pages/VerifyEmailPage.tsx'),
  }),
  page(publicLayout, {
    id: 'WatchOffPage',
    path: paths.watchOff(),
    isPrivate: true,
    view: () => import('#pages/WatchOffPage.tsx'),
  }),
  page(publicLayout, {
    id: 'SetUpPage',
    path: paths.setUp(),
    isPrivate: true,
    view: () => import('#pages/SetUpPage.tsx'),
  }),
  page(publicLayout, {
    id: 'GoogleReturnPage',
    path: paths.googleReturn(),
    isPrivate: true,
    view: () => import('#pages/GoogleReturnPage.tsx'),
  }),
  page(memberLayout, {
    id: 'ChangePasswordPage',
    path: paths.changePassword(),
    view: () => import('#pages/ChangePasswordPage.tsx'),
  }),
  page(memberLayout, {
    id: 'CollectionPage',
    path: paths.collection(),
    view: () => import('#pages/CollectionPage.tsx'),
  }),
]

const dashboardPages = [
  page(bareLayout, {
    id: 'dashboard/AdminHomePage',
    path: paths.dashboard(),
    load: async () => ({ redirect: paths.dashboardHome() }),
    view: () => import('#pages/dashboard/AdminHomePage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/AdminHomePage',
    path: paths.dashboardHome(),
    view: () => import('#pages/dashboard/AdminHomePage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/UsersPage',
    path: paths.users(),
    view: () => import('#pages/dashboard/UsersPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/AddProductPage',
    path: paths.addProduct(),
    view: () => import('#pages/dashboard/AddProductPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/ManageProductsPage',
    path: paths.manageProducts(),
    view: () => import('#pages/dashboard/ManageProductsPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/AddAgentPage',
    path: paths.addAgent(),
    view: () => import('#pages/dashboard/AddAgentPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/ManageAgentPage',
    path: paths.manageAgent(),
    view: () => import('#pages/dashboard/ManageAgentPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/ManageReviewPage',
    path: paths.manageReview(),
    view: () => import('#pages/dashboard/ManageReviewPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/ManageQcPage',
    path: paths.manageQc(),
    view: () => import('#pages/dashboard/ManageQcPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/RateCardsPage',
    path: paths.rateCards(),
    view: () => import('#pages/dashboard/RateCardsPage.tsx'),
  }),
  page(dashboardLayout, {
    id: 'dashboard/ChangePasswordPage',
    path: paths.dashboardChangePassword(),
    view: () => import('#pages/dashboard/ChangePasswordPage.tsx'),
  }),
]

/** The route table of §2: path, the data a page needs, and its code. */
export const routes: Routes = {
  pages: [
    page(publicLayout, {
      id: 'HomePage',
      path: '/',
      search: (params) => ({
        refused: refusalCodes.find((code) => code === params.get('refused')),
        why: followOutcomes.find((outcome) => outcome === params.get('why')),
      }),
      load: async ({ send, later }) => {
        await later(trendingQuery(send), sourcePatience) // without it the page still works
      },
      view: () => import('#pages/HomePage.tsx'),
    }),
    page(publicLayout, {
      id: 'PopularPage',
      path: '/popular',
      search: popularSearchOf,
      load: (needs, { search }) => loadPopular(needs, search),
      view: () => import('#pages/PopularPage.tsx'),
    }),
    page(publicLayout, {
      id: 'ProductPage',
      path: '/product/:shopType/:id',
      load: (needs, { params }) => loadProduct(needs, params),
      view: () => import('#pages/ProductPage.tsx'),
    }),
    page(publicLayout, {
      id: 'EstimationPage',
      path: paths.estimation(),
      // In the browser the page loads them itself: its calls are not in the first load of other pages.
      ...(import.meta.env.SSR && {
        search: estimateSearchOf,
        load: loadEstimation,
        parts: (search: EstimateSearch) =>
          isQuestion(search) ? ['features/shipping/web/EstimateResults.tsx'] : [],
      }),
      view: () => import('#pages/EstimationPage.tsx'),
    }),
    page(publicLayout, { id: 'HaulPage', path: paths.haul(), view: () => import('#pages/HaulPage.tsx') }),
    page(publicLayout, { id: 'ToolsPage', path: '/tools', view: () => import('#pages/ToolsPage.tsx') }),
    page(publicLayout, {
      id: 'ConvertPage',
      path: '/convert',
      search: convertSearchOf,
      load: async ({ send, critical }, { search: { text } }) => {
        if (text === undefined) return { keep: true }
        const { conversionQuery } = await import('#features/link-converter/web/queries.ts')
        await critical(conversionQuery(send, text))
        return { keep: false } // texts are unlimited in number
      },
      view: () => import('#pages/ConvertPage.tsx'),
    }),
    page(publicLayout, {
      id: 'ExtensionPage',
      path: paths.extension(),
      view: () => import('#pages/ExtensionPage.tsx'),
    }),
    ...accountPages,
    ...dashboardPages,
  ],
  lost: page(publicLayout, {
    id: 'NotFoundPage',
    path: '',
    load: async () => ({ status: 404 }),
    view: () => import('#pages/NotFoundPage.tsx'),
  }),
}

/** In the browser the page appears at once and keeps its last list, or shows skeletons, meanwhile. */
async function loadPopular({ send, critical, later }: Needs, search: PopularSearch): Promise<Verdict> {
  const products = popularQuery(send, search)
  const { ShipTo } = search
  if (!import.meta.env.SSR) {
    await later(products)
  } else if (ShipTo && (await critical(countryNameQuery(ShipTo))) === null) {
    return { redirect: popularAddress(withoutFreight(search)) }
  } else {
    await critical(products)
  }
  return {}
}

/** The server renders the answer with all it names. Requests are unlimited in number. */
async function loadEstimation(
  { send, critical, later }: Needs,
  { search }: { search: EstimateSearch },
): Promise<Verdict> {
  const isEmpty = Object.values(search).every((text) => text === undefined)
  if (isEmpty) return { keep: true }
  const { toCanonicalSearch } = await import('#features/shipping/web/canonical-search.ts')
  const address = estimateAddress(toCanonicalSearch(search))
  if (address !== estimateAddress(search)) return { redirect: address }
  await Promise.all([
    isQuestion(search) && critical(estimationQuery(send, search)),
    search.destination !== undefined && critical(countryNameQuery(search.destination)),
    (isQuestion(search) || search.features !== undefined) && critical(categoriesQuery()),
    isQuestion(search) && later(dutyNotesQuery(send), sourcePatience),
  ])
  return { keep: false }
}

type ProductParams = { shopType?: string | undefined; id?: string | undefined }

/**
 * Waits for all our own data; outside sources have one second and are then left to the browser. A page
 * without them is not cached: the next visitor may get them.
 */
async function loadProduct({ send, critical, later }: Needs, params: ProductParams): Promise<Verdict> {
  const item = parseItemParams(params)
  if (!item) return { status: 404 }
  const address = paths.product(item.shopType, item.productCode)
  if (params.shopType !== item.shopType) return { redirect: address }
  const key = { shopType: item.shopType, id: item.productCode }
  const [info, qc] = await Promise.all([
    later(productInfoQuery(send, item), sourcePatience),
    later(qcExternalQuery(send, key), sourcePatience),
    critical(productQuery(send, item)),
    critical(qcPhotosQuery(send, key)),
    critical(reviewsQuery(send, key)),
  ])
  const state = info?.data.state
  return { keep: state === 'known' && qc?.data !== null, ...(state === 'not-found' && { status: 404 }) }
}
