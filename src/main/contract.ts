import { agentsContract } from '#features/agents/contract.ts'
import { authContract } from '#features/auth/contract.ts'
import { collectionContract } from '#features/collection/contract.ts'
import { dutyNotesContract } from '#features/duty-notes/contract.ts'
import { memberPhotosContract } from '#features/member-photos/contract.ts'
import { overviewContract } from '#features/overview/contract.ts'
import { pageViewsContract } from '#features/page-views/contract.ts'
import { productLinksContract } from '#features/product-links/contract.ts'
import { productsContract } from '#features/products/contract.ts'
import { qcPhotosContract } from '#features/qc-photos/contract.ts'
import { rateCardsContract } from '#features/rate-cards/contract.ts'
import { readingsContract } from '#features/readings/contract.ts'
import { reviewsContract } from '#features/reviews/contract.ts'
import { shippingContract } from '#features/shipping/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { usersContract } from '#features/users/contract.ts'
import { watchesContract } from '#features/watches/contract.ts'

/** The whole API, call by call. */
export const contract = {
  ...productLinksContract,
  ...productsContract,
  ...qcPhotosContract,
  ...memberPhotosContract,
  ...readingsContract,
  ...reviewsContract,
  ...agentsContract,
  ...siteContract,
  ...authContract,
  ...usersContract,
  ...collectionContract,
  ...pageViewsContract,
  ...overviewContract,
  ...shippingContract,
  ...dutyNotesContract,
  ...rateCardsContract,
  ...watchesContract,
}
