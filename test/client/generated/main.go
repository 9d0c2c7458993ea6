// A program with the client that oapi-codegen makes of the OpenAPI document.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"example.com/program/made"
)

// withHeader sets a header of each request.
func withHeader(name, value string) made.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set(name, value)
		return nil
	}
}

func clientWith(key string) *made.ClientWithResponses {
	editor := made.WithRequestEditorFn(withHeader("Authorization", "Bearer "+key))
	return must(made.NewClientWithResponses(os.Getenv("BASE_URL"), editor))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func of[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	client := clientWith(os.Getenv("API_KEY"))
	said := map[string]any{}

	include := []made.SearchInclude{made.SearchIncludeMatch}
	found := must(client.SearchCompaniesWithResponse(ctx, made.SearchCompaniesBody{Name: "Adler", Deep: of(true), Include: &include}))
	hit := (*found.JSON200)[0]
	said["search"] = []any{found.HTTPResponse.Header.Get("X-Search-Mode"), hit.Match.Score > 0, hit.Status == made.CompanyStatusActive}

	forms := []made.LegalForm{made.LegalFormAKTIESELSKAB, made.LegalFormAS}
	other := must(client.SearchCompaniesWithResponse(ctx, made.SearchCompaniesBody{Name: "Adler", LegalForm: &forms}))
	said["forms"] = []any{forms, len(*other.JSON200)}

	query := made.ListCompaniesParams{Limit: of(2), Status: &[]made.CompanyStatus{made.CompanyStatusActive, made.CompanyStatusRemoved}}
	page := must(client.ListCompaniesWithResponse(ctx, &query))
	said["list"] = []any{len(*page.JSON200), page.HTTPResponse.Header.Get("X-Next-Cursor") != ""}

	table := must(client.ListCompaniesWithResponse(ctx, &query, withHeader("Accept", "text/csv")))
	// Other formats than JSON are read from the response itself: a stream.
	stream := must(client.ListCompanies(ctx, &query, withHeader("Accept", "application/x-ndjson")))
	lines := strings.Split(strings.TrimSpace(string(must(io.ReadAll(stream.Body)))), "\n")
	var line made.ListedCompany
	must(0, json.Unmarshal([]byte(lines[1]), &line))
	said["formats"] = []any{strings.Split(string(table.Body), ",")[0], len(lines), line.Uuid == (*page.JSON200)[1].Uuid}

	company := must(client.GetCompanyWithResponse(ctx, hit.Uuid, nil))
	tag := company.HTTPResponse.Header.Get("ETag")
	same := must(client.GetCompanyWithResponse(ctx, hit.Uuid, &made.GetCompanyParams{IfNoneMatch: &tag}))
	said["company"] = []any{company.JSON200.Name == hit.Name, same.StatusCode(), same.JSON200 == nil}

	number := company.JSON200.RegisterCourt + " " + company.JSON200.RegistrationNumber
	rows := must(client.MatchCompaniesWithResponse(ctx, []made.BatchRow{{Ref: of("a"), RegistrationNumber: &number}, {Ref: of("b")}}))
	said["batch"] = []any{(*rows.JSON200)[0].State, (*rows.JSON200)[1].State, (*(*rows.JSON200)[1].Details)[0].Field}

	watch := must(client.CreateWatchWithResponse(ctx, made.CreateWatchBody{Name: "Kunden"}))
	gone := must(client.DeleteWatchWithResponse(ctx, watch.JSON201.Id))
	said["deleted"] = []any{gone.StatusCode(), len(gone.Body)}

	wrong := must(client.SearchCompaniesWithResponse(ctx, made.SearchCompaniesBody{Name: ""})).JSON400
	detail := (*wrong.Details)[0]
	unknown := must(client.GetCompanyWithResponse(ctx, [16]byte{1}, nil)).JSON404
	stranger := must(clientWith("none").GetUsageWithResponse(ctx, nil)).JSON401
	reader := must(clientWith(os.Getenv("READ_KEY")).SearchCompaniesWithResponse(ctx, made.SearchCompaniesBody{Name: "Adler"})).JSON403
	must(clientWith(os.Getenv("SMALL_KEY")).GetUsageWithResponse(ctx, nil))
	limited := must(clientWith(os.Getenv("SMALL_KEY")).GetUsageWithResponse(ctx, nil))
	said["errors"] = []any{
		wrong.Code, detail.Field, detail.Reason, unknown.Code, stranger.Code, reader.Code, limited.JSON429.Code,
		limited.HTTPResponse.Header.Get("Retry-After") != "",
	}
	fmt.Println(string(must(json.Marshal(said))))
}
