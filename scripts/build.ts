import { buildProduct } from './build-product.ts'

const { missing } = await buildProduct({ force: true })
console.log(missing.length === 0 ? 'Built dist.' : `Built dist without ${missing.join(', ')}, which the sources lack.`)
