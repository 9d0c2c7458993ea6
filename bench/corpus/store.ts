/**
 * Fills a new data folder with companies of the corpus, real ones first, then made ones:
 *
 *     node bench/corpus/store.ts <folder with the material> <companies | real> <data folder>
 */
import { existsSync } from 'node:fs'
import { dataFiles } from '../../src/server/data-folder.ts'
import { corpusOf } from './corpus.ts'
import { realFolder } from './material.ts'
import { companiesOf } from './real-companies.ts'
import { storeCorpus } from './store-corpus.ts'

const [material, size, dataDir] = process.argv.slice(2)
if (material === undefined || dataDir === undefined || !(size === 'real' || Number(size) > 0))
  throw new Error(
    'usage: node bench/corpus/store.ts <folder with the material> <companies | real> <data folder>',
  )
if (existsSync(dataFiles(dataDir).companies)) throw new Error(`${dataDir} holds companies already.`)
const companies = size === 'real' ? companiesOf(realFolder(material)) : corpusOf(material, Number(size))
console.log(`${await storeCorpus(companies, dataDir)} companies in ${dataDir}`)
