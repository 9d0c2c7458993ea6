/** The names that columns of lists of companies have, in German and English, by the fact that they hold. Pure. */
import { fold } from '../../names/text/fold.ts'

/** What a column can hold; `street`, `house_number`, `postcode` and `city` are parts of the address. */
export type ColumnFact = keyof typeof NAMES

/** Names as letters and digits in lower case, without umlauts; the best one of a fact first. */
const NAMES = {
  name: 'firma firmenname firmierung unternehmen unternehmensname companyname company legalname entityname organisation organization organisationname organizationname businessname registeredname name name1 geschaeftspartner partnername kundenname lieferantenname kunde lieferant accountname customername vendorname suppliername bezeichnung denomination',
  former_names:
    'frueherername fruehernamen fruehererfirmenname frueherefirma altername altefirma vorherigername ehemaligername formername formernames previousname previousnames oldname',
  number:
    'handelsregisternummer registernummer hrnummer hrnr hregnr handelsregister handelsregisternr registernr registereintrag companynumber companyno registrationnumber registrationno companyregistrationnumber registernumber registrynumber regnr regno crn euid hrb hra',
  court:
    'amtsgericht registergericht gericht handelsregistergericht registercourt registrationcourt registrycourt court',
  register_type: 'registerart registertyp registertype registerabteilung hrart abteilung',
  register_digits: 'registerziffer registernumberdigits',
  register_suffix: 'registerzusatz nummernzusatz numbersuffix registersuffix',
  id: 'id kundennummer kundennr kdnr kundenid lieferantennummer lieferantennr partnernummer partnerid geschaeftspartnernummer debitor debitornr debitorennummer kreditor kreditornr kreditorennummer customernumber customerno customerid vendornumber vendorid supplierid supplierno accountnumber accountid companyid externalid recordid kunnr lifnr nr nummer',
  seat: 'sitz firmensitz satzungssitz registeredoffice seat',
  city: 'ort stadt wohnort gemeinde city town posttown place ort01',
  address:
    'adresse anschrift firmenadresse geschaeftsadresse geschaeftsanschrift address fulladdress postaladdress registeredaddress businessaddress',
  street:
    'strasse str strassehausnummer strassehausnr strasseundhausnummer strassenr street streetaddress addressline1 address1 adresszeile1 stras',
  house_number: 'hausnummer hausnr hnr housenumber streetnumber',
  postcode: 'plz postleitzahl postcode postalcode zip zipcode pstlz',
  country:
    'land landname countryname countryde laendercode landiso iso country countrycode countryiso staat land1',
  status: 'status zustand registerstatus firmenstatus companystatus registrationstatus stand',
  legal_form:
    'rechtsform gesellschaftsform legalform legalformcode elf companytype entitytype companycategory',
  registered_on:
    'eintragungsdatum ersteintragung eingetragenam eingetragenseit eintragung gruendungsdatum gruendung gegruendet gegruendetam incorporationdate dateofincorporation registrationdate registeredon registered founded foundedon',
  as_of:
    'stichtag datenstand asof standdatum aktualisiertam lastupdate lastupdated updatedat modifiedat geaendertam',
  lei: 'lei leicode legalentityidentifier',
}

const FACTS_BY_NAME: ReadonlyMap<string, readonly [ColumnFact, number]> = new Map(
  Object.entries(NAMES).flatMap(([fact, names]) =>
    names.split(' ').map((name, rank) => [name, [fact as ColumnFact, rank]] as const),
  ),
)

/** Returns the fact that a column holds by its name, and how good the name is (0 = best); `undefined` if unknown. */
export function factOfName(column: string): readonly [ColumnFact, number] | undefined {
  const last = column.split(/[./]/).at(-1) as string
  return FACTS_BY_NAME.get(lettersOf(column)) ?? FACTS_BY_NAME.get(lettersOf(last))
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}
