import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Draws the icons of the installed app from public/icon.svg: `node scripts/generate/app-icons.mjs`. They are committed. */
const folder = new URL('../../public/', import.meta.url)
const logo = readFileSync(new URL('icon.svg', folder), 'utf8')
/** The mark stays inside the circle that every mask keeps, 80 % of the side; the ground reaches all edges. */
const maskable = logo
  .replace(' rx="13"', '')
  .replace('translate(8 8) scale(2)', 'translate(13.6 13.6) scale(1.533)')

for (const [name, svg, size] of [
  ['icon-192.png', logo, 192],
  ['icon-512.png', logo, 512],
  ['icon-maskable-512.png', maskable, 512],
]) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(fileURLToPath(new URL(name, folder)))
}
