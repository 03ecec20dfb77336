import { createRenderer } from '#framework/render.tsx'
import { routes } from './routes.tsx'

export const renderer = createRenderer(routes)
