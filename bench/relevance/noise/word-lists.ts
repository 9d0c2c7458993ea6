/** Words that people add to names: common ones, chosen by hand. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const BRANCHES = words(`
  Bau Hochbau Tiefbau Metallbau Maschinenbau Immobilien Handel Großhandel Elektro Elektrotechnik Sanitär Heizung Dachdeckerei
  Malerbetrieb Tischlerei Schreinerei Spedition Logistik Transporte Reisen Gastronomie Restaurant Hotel Catering Bäckerei Metzgerei
  Apotheke Verlag Druckerei Werbung Marketing Medien Software Consulting Beratung Steuerberatung Versicherungen Finanzdienstleistungen
  Vermögensverwaltung Beteiligungen Holding Verwaltung Hausverwaltung Reinigung Gebäudereinigung Sicherheitsdienst Autohaus Fahrzeuge
  Fahrschule Pflegedienst Kosmetik Mode Textil Möbel Küchen Garten Gartenbau Landwirtschaft Weinbau Energie Solar Umwelttechnik
  Ingenieurbüro Planung Vertrieb Service Import Export Freunde Förderung Sportverein`)

export const FORENAMES = words(`
  Andreas Hans Jürgen Klaus Peter Michael Thomas Wolfgang Werner Stefan Martin Christian Frank Uwe Bernd Markus Karl Heinz Dieter Matthias
  Maria Petra Sabine Monika Claudia Susanne Andrea Anna Ursula Birgit Renate Katrin Julia Heike Ali Mehmet Jan Florian Sebastian Tobias`)

export const SURNAMES = words(`
  Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz
  Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs
  Lang Scholz Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Ludwig Winter
  Yilmaz Nowak Kowalski Özdemir`)
