import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('every screen has one path', () => {
  const allPaths = {
    ...Object.fromEntries(
      Object.entries(paths)
        .filter(([, path]) => path.length === 0)
        .map(([name, path]) => [name, (path as () => string)()]), // those without parameters
    ),
    product: paths.product('ali_1688', '652874751412'),
    productQc: paths.productQc('weidian', '7229418055'),
    refusedLink: paths.refusedLink('SHORT_LINK'),
  }
  expect(allPaths).toEqual({
    home: '/',
    popular: '/popular',
    estimation: '/estimation',
    haul: '/haul',
    tools: '/tools',
    convert: '/convert',
    extension: '/extension',
    handover: '/handover',
    extensionZip: '/extension.zip',
    bookmarkScript: '/bookmarklet.js',
    go: '/go',
    login: '/login',
    register: '/register',
    resetPassword: '/reset-password',
    verifyEmail: '/verify-email',
    unlock: '/unlock',
    setUp: '/setup',
    googleReturn: '/auth/google',
    changePassword: '/change-password',
    collection: '/collection',
    dashboard: '/dashboard',
    dashboardHome: '/dashboard/admin-home',
    dashboardChangePassword: '/dashboard/change-password',
    users: '/dashboard/users',
    addProduct: '/dashboard/add-a-product',
    manageProducts: '/dashboard/manage-products',
    addAgent: '/dashboard/add-an-agent',
    manageAgent: '/dashboard/manage-agent',
    manageReview: '/dashboard/manage-review',
    manageReadings: '/dashboard/manage-readings',
    manageQc: '/dashboard/manage-qc',
    watchOff: '/watch-off',
    rateCards: '/dashboard/rate-cards',
    docs: '/docs',
    product: '/product/ali_1688/652874751412',
    productQc: '/product/weidian/7229418055#qc',
    refusedLink: '/?refused=SHORT_LINK',
  })
})

test('encodes parameters, so that they stay in their path segment', () => {
  expect(paths.product('taobao', '../../x?y#z')).toBe('/product/taobao/..%2F..%2Fx%3Fy%23z')
})
