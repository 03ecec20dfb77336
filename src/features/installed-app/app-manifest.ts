import { paths } from '#shared/paths.ts'
import { siteDescription, siteName } from '#shared/site.ts'
import { sharedPicturesField, sharedPictureTypes } from './share-target.ts'

export const appFiles = {
  manifest: '/manifest.webmanifest',
  worker: '/sw.js',
  /** The page for what is not kept, and its own files. */
  offlinePage: '/offline',
  offlineStyles: '/offline.css',
  offlineScript: '/offline.js',
} as const

const pictureOf = (name: string, sizes: string) => ({ src: `/${name}`, sizes, type: 'image/webp' })

/**
 * What browsers install the site with. It has one color for both themes, because the standard has no second one; a page
 * that is open sets the color of its own theme.
 */
export const appManifest = {
  id: paths.home(),
  name: siteName,
  short_name: siteName,
  description: siteDescription,
  lang: 'en',
  dir: 'ltr',
  start_url: paths.home(),
  scope: '/',
  display: 'standalone',
  theme_color: '#f6faf8',
  background_color: '#f6faf8',
  categories: ['shopping'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  screenshots: [
    {
      ...pictureOf('screenshot-phone.webp', '780x1560'),
      form_factor: 'narrow',
      label: 'An item with its QC photos',
    },
    { ...pictureOf('screenshot-wide.webp', '1280x800'), form_factor: 'wide', label: 'Paste a link' },
  ],
  shortcuts: [
    { name: 'Paste a link', url: paths.home() },
    { name: 'Haul planner', url: paths.haul() },
    { name: 'Shipping Calculator', url: paths.estimation() },
    { name: 'My Collection', url: paths.collection() },
  ],
  share_target: {
    action: paths.go(),
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: sharedPicturesField, accept: [...sharedPictureTypes] }],
    },
  },
} as const
