/** Corrections of the lists of German register courts, for `make-courts.ts`. */

/**
 * Wrong codes in OffeneRegister, which are those of courts with the same name: Fürth in the Odenwald is not Fürth
 * in Bavaria, Langen near Bremerhaven is not Langen in Hesse.
 */
export const CORRECTIONS: Record<string, string> = { M1103_D3304V: 'M1105', P2613_M1112: 'P2608' }

/**
 * Pairs whose former court still keeps a register, and where every double entry (`U1206_U1308_HRB12754` beside
 * `U1308_HRB12754`) carries the same company: the number is the former court's own. In all other such pairs the doubles are
 * different companies, so that the pair has numbers of its own.
 */
export const SAME_NUMBERS = ['U1206_U1308', 'N1105V_N1209V', 'R1101_R1105', 'T2101V_T2210V', 'H1101_H1101']

/** Names of courts whose name in the portal repeats the place or is not unique. */
export const NAMES: Record<string, string> = {
  T3104V: 'Ludwigshafen am Rhein',
  G1207: 'Frankfurt (Oder)',
  B8536: 'Freiburg',
  M1105: 'Fürth (Odenwald)',
  P2608: 'Langen (Geestland)',
  V1111: 'St. Ingbert',
  V1112: 'St. Wendel',
  M1809: 'Marburg',
  M1803: 'Frankenberg-Eder',
  M1902: 'Hochheim am Main',
  P2205: 'Hann. Münden',
  P2206: 'Herzberg am Harz',
  P2306: 'Neustadt a. Rbge.',
  P2710: 'Rotenburg (Wümme)',
  P3104: 'Leer (Ostfriesland)',
  R1307: 'Xanten',
  R2104: 'Halle (Westfalen)',
  R2205: 'Herne-Wanne',
  R2504: 'Essen-Borbeck',
  R2505: 'Essen-Steele',
  R2508: 'Gelsenkirchen-Buer',
  W1105: 'Lutherstadt Eisleben',
  W1109: 'Halle (Saale)',
  W1219: 'Wolmirstedt',
}

/** What people call a court and no list says. */
export const ALIASES: Record<string, string[]> = {
  F1103R: [
    'Berlin',
    'Charlottenburg',
    'Berlin-Charlottenburg',
    'Charlottenburg (Berlin)',
    'Berlin Charlottenburg',
    'F1103',
  ],
  D2601V: ['Munich', 'Muenchen', 'München I'],
  R3306: ['Cologne', 'Koeln'],
  D3310V: ['Nuremberg'],
  P2305: ['Hanover'],
  P1103: ['Brunswick'],
  M1201: [
    'Frankfurt',
    'Frankfurt a.M.',
    'Frankfurt/M',
    'Frankfurt/Main',
    'Frankfurt a. Main',
    'Ffm',
    'Frankfurt M.',
  ],
  G1207: [
    'Frankfurt/Oder',
    'Frankfurt (Oder)',
    'Frankfurt Oder',
    'Frankfurt a.d. Oder',
    'Frankfurt an der Oder',
    'Frankfurt/O.',
    'Frankfurt',
  ],
  T3104V: ['Ludwigshafen', 'Ludwigshafen a. Rh.', 'Ludwigshafen/Rhein', 'Ludwigshafen a.Rhein'],
  M1114: ['Offenbach', 'Offenbach/Main', 'Offenbach a.M.'],
  M1202: ['Bad Homburg v.d. Höhe', 'Bad Homburg vor der Höhe', 'Homburg v.d.H.'],
  M1203: ['Königstein im Taunus', 'Königstein/Ts.', 'Königstein i. Ts.'],
  M1706: ['Limburg/Lahn', 'Limburg an der Lahn', 'Limburg a.d. Lahn'],
  T3304V: ['Landau/Pfalz', 'Landau i.d. Pfalz', 'Landau Pfalz'],
  P3210: ['Oldenburg (Oldb)', 'Oldenburg i.O.', 'Oldenburg'],
  D3508V: ['Weiden', 'Weiden in der Oberpfalz', 'Weiden/Opf.', 'Weiden i.d.OPf.'],
  D2304V: ['Kempten'],
  B1204: ['Freiburg', 'Freiburg im Breisgau', 'Freiburg i. Br.', 'Freiburg/Breisgau', 'Freiburg i.Brsg.'],
  R1205: ['Mülheim an der Ruhr', 'Mülheim/Ruhr', 'Mülheim a.d. Ruhr'],
  P2608: ['Langen', 'Geestland', 'Langen bei Bremerhaven', 'Langen (Niedersachsen)'],
  M1105: ['Fürth', 'Fürth i. Odw.', 'Fürth (Hessen)', 'Fürth im Odenwald'],
  D3304V: ['Fürth (Bayern)'],
  M1112: ['Langen (Hessen)'],
  W1109: ['Halle', 'Halle-Saalkreis', 'Halle/Saale', 'Halle an der Saale'],
  R2104: ['Halle', 'Halle/Westf.', 'Halle i. Westf.'],
  P2306: ['Neustadt', 'Neustadt am Rübenberge'],
  H1102: ['BHV'],
  P2205: ['Hannoversch Münden', 'Münden'],
  M1405: ['Friedberg (Hessen)', 'Friedberg/Hessen'],
  T2101V: ['Kreuznach'],
  V1111: ['Sankt Ingbert', 'St Ingbert'],
  V1112: ['Sankt Wendel', 'St Wendel'],
  W1105: ['Eisleben'],
}
